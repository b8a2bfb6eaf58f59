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
 * Joins what a module imports that is loaded on demand, and the page's start does not have.
 * @param {string} entry
 * @param {string} name
 * @returns {import('rolldown').CodeSplittingGroup}
 */
export function filesBehind(entry, name) {
  /** @type {Set<string> | undefined} */
  let modules
  return {
    name: (id, context) => {
      modules ??= importedBy(entry, context)
      // The module itself stays what the page asks for.
      return id !== entry && modules.has(id) ? name : null
    },
  }
}

/**
 * Joins what several parts of the page share: the page fetches all of it once it is idle, and each
 * file is a request.
 * @type {import('rolldown').CodeSplittingGroup}
 */
export const sharedParts = {
  name: 'parts',
  test: /src\/renderer\/(?!locales)|@base-ui|@floating-ui|lucide-react/,
  minShareCount: 2,
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
