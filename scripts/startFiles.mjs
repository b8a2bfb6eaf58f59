/**
 * Joins what a page loads at its start: each file is a request before the first paint.
 * @param {string} page the page's HTML file
 * @returns {import('rolldown').CodeSplittingGroup}
 */
export function startFiles(page) {
  /** @type {Set<string> | undefined} */
  let modules
  return {
    debugName: 'start',
    tags: ['$initial'],
    name: (id, context) => {
      modules ??= importedBy(page, context)
      return modules.has(id) ? 'start' : null
    },
  }
}

/**
 * Joins what several parts of the page share: the page fetches all of it once it is idle.
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
