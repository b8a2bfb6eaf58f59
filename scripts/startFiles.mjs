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
