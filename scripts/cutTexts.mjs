/** @typedef {{ [name: string]: TextTree }} TextTree */

/**
 * Returns the plugin that cuts the texts of a language: `de-DE.json?keys=menu,app.commands` holds
 * only what stands under these names.
 * @returns {import('vite').Plugin}
 */
export function cutTexts() {
  return {
    name: 'cut-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/[\w-]+\.json\?keys=/ },
      handler(code, id) {
        const keys = new URLSearchParams(id.split('?')[1]).get('keys')?.split(',') ?? []
        const cut = JSON.stringify(pick(JSON.parse(code), keys))
        return { code: `export default ${cut}`, moduleType: 'js', map: null }
      },
    },
  }
}

/**
 * Returns the parts of a tree at the given paths, such as `app.commands`.
 * @param {TextTree} tree
 * @param {string[]} paths
 * @returns {TextTree}
 */
function pick(tree, paths) {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, part]) => {
      if (paths.includes(name)) return [[name, part]]
      const inside = paths.flatMap((path) =>
        path.startsWith(`${name}.`) ? path.slice(name.length + 1) : [],
      )
      return inside.length > 0 ? [[name, pick(part, inside)]] : []
    }),
  )
}
