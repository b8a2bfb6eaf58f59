/**
 * Joins what the pages load at their start into few files, as each file costs a request: what both
 * use, what only the first one does, what the first start shows, and what several of the parts
 * use that load later. The bundler's own split makes a hundred.
 * @param {string} page the HTML file of the first page
 * @param {string} other the HTML file of the second page
 * @param {string} firstStart the module of the first start, which the first page loads by itself
 * @returns {import('rolldown').CodeSplittingGroup[]}
 */
export function startFiles(page, other, firstStart) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map()
  /**
   * @param {string} entry
   * @param {import('rolldown').ChunkingContext} context
   */
  const of = (entry, context) => {
    const modules = known.get(entry) ?? importedBy(entry, context)
    known.set(entry, modules)
    return modules
  }
  return [
    {
      tags: ['$initial'],
      priority: 2,
      name: (id, context) => {
        if (!of(page, context).has(id)) return null
        return of(other, context).has(id) ? 'shared' : 'start'
      },
    },
    {
      priority: 1,
      name: (id, context) => (of(firstStart, context).has(id) ? 'firstStart' : null),
    },
    { minShareCount: 2, name: (id) => (isOfParts(id) ? 'parts' : null) },
  ]
}

/**
 * Tells whether a module is of the interface: not of what draws Markdown, whose files are large and
 * load with the text that needs them.
 * @param {string} id
 */
function isOfParts(id) {
  return /\/src\/(renderer\/(?!markdown)|shared)|\/@base-ui\/|\/lucide-react\//.test(id)
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
