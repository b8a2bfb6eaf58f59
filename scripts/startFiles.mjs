/**
 * Joins what the pages load at their start into two files: what both use, and what only the first
 * one does. The bundler's own split makes twenty files, and each costs a request before the first
 * paint.
 * @param {string} page the HTML file of the first page
 * @param {string} other the HTML file of the second page
 * @returns {import('rolldown').CodeSplittingGroup}
 */
export function startFiles(page, other) {
  /** @type {[Set<string>, Set<string>] | undefined} */
  let modules
  return {
    debugName: 'start',
    tags: ['$initial'],
    name: (id, context) => {
      modules ??= [importedBy(page, context), importedBy(other, context)]
      const [ofPage, ofOther] = modules
      if (!ofPage.has(id)) return null
      return ofOther.has(id) ? 'shared' : 'start'
    },
  }
}

/**
 * Joins what a module imports that is loaded on demand, and neither page's start has.
 * @param {string} entry
 * @param {string} other the HTML file of the second page
 * @param {string} name
 * @returns {import('rolldown').CodeSplittingGroup}
 */
export function filesBehind(entry, other, name) {
  /** @type {[Set<string>, Set<string>] | undefined} */
  let modules
  return {
    debugName: name,
    name: (id, context) => {
      modules ??= [importedBy(entry, context), reachedFrom(other, context)]
      const [behind, ofOther] = modules
      // The module itself stays what the page asks for.
      return id !== entry && behind.has(id) && !ofOther.has(id) ? name : null
    },
  }
}

/**
 * Joins what several parts of the first page share: the page fetches all of it once it is idle, and
 * each file is a request. What the second page uses too, at once or on demand, are two more files:
 * the first page's file imports the first page's program, which the second page must not run.
 * @param {string} other the HTML file of the second page
 * @returns {import('rolldown').CodeSplittingGroup[]}
 */
export function sharedParts(other) {
  /** @type {[Set<string>, Set<string>] | undefined} */
  let modules
  /** @type {import('rolldown').CodeSplittingNameFunction} */
  const nameOf = (id, context) => {
    modules ??= [importedBy(other, context), reachedFrom(other, context)]
    const [atOnce, ever] = modules
    if (atOnce.has(id)) return 'overlayParts'
    return ever.has(id) ? 'sharedParts' : 'parts'
  }
  // A group takes what its modules import, so the second page's modules are taken first.
  return ['overlayParts', 'sharedParts', 'parts'].map((name) => ({
    debugName: name,
    test: /src\/renderer\/(?!locales)|@base-ui|@floating-ui|lucide-react/,
    minShareCount: 2,
    name: (id, context) => (nameOf(id, context) === name ? name : null),
  }))
}

/**
 * Returns the modules that one imports statically, itself included.
 * @param {string} entry
 * @param {import('rolldown').ChunkingContext} context
 */
function importedBy(entry, context) {
  const found = new Set([entry])
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/**
 * Returns the modules that one imports at once or on demand, itself included.
 * @param {string} entry
 * @param {import('rolldown').ChunkingContext} context
 */
function reachedFrom(entry, context) {
  const found = new Set([entry])
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) found.add(imported)
  }
  return found
}
