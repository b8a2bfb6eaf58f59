/**
 * Returns the plugin that fails a build in which one page runs another page's program: the bundler
 * may put a module that two pages share into a file that imports one of them.
 * @returns {import('vite').Plugin}
 */
export function entriesApart() {
  return {
    name: 'entries-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
        const way = wayToOther(entry, chunks)
        if (way) this.error(`A page runs another page's program: ${way.join(' → ')}`)
      }
    },
  }
}

/**
 * Returns the names of the files by which an entry reaches another one, at once or on demand.
 * @param {import('rolldown').OutputChunk} entry
 * @param {import('rolldown').OutputChunk[]} chunks
 */
function wayToOther(entry, chunks) {
  const ways = new Map([[entry, [entry.fileName]]])
  for (const [from, way] of ways) {
    if (from.isEntry && from !== entry) return way
    const names = [...from.imports, ...from.dynamicImports]
    for (const to of chunks) {
      if (names.includes(to.fileName) && !ways.has(to)) ways.set(to, [...way, to.fileName])
    }
  }
  return undefined
}
