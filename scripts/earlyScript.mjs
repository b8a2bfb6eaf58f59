import { createHash } from 'node:crypto'

/**
 * Returns the plugin that adds a script to a built page: one file without imports, which is read
 * before all scripts of the page and then runs them. It comes behind the style sheets, for which
 * the first paint waits.
 * @param {object} options
 * @param {string} options.page the page's HTML file
 * @param {string} options.entry the script's source file
 * @param {RegExp} options.listed the ends of the ids of modules that are loaded on demand, and whose
 *   files the script is told: in `data-files` of its element, by what the expression has matched
 * @param {typeof import('vite').build} options.build
 * @returns {import('vite').Plugin}
 */
export function earlyScript({ page, entry, listed, build }) {
  let file = ''
  return {
    name: 'early-script',
    apply: 'build',
    async buildStart() {
      const source = await bundle(entry, build)
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      file = `assets/early-${hash}.js`
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename, bundle = {} }) =>
        filename === page ? withScript(html, `./${file}`, filesOf(listed, bundle)) : html,
    },
  }
}

/**
 * Returns a script with all that it imports as one file.
 * @param {string} entry
 * @param {typeof import('vite').build} build
 */
async function bundle(entry, build) {
  const rolldownOptions = { input: entry, output: { format: /** @type {const} */ ('iife') } }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${entry} could not be built`)
  return output.output[0].code
}

/**
 * Returns the addresses of the files of modules, with those that they import, by what `listed` has
 * matched.
 * @param {RegExp} listed
 * @param {import('rolldown').OutputBundle} bundle
 * @returns {Record<string, string[]>}
 */
function filesOf(listed, bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const [name] = listed.exec(facadeModuleId ?? '') ?? []
      return name === undefined ? [] : [[name, importedBy(fileName, chunks)]]
    }),
  )
}

/**
 * @param {string} fileName
 * @param {import('rolldown').OutputChunk[]} chunks
 */
function importedBy(fileName, chunks) {
  const found = new Set([fileName])
  for (const name of found) {
    const { imports = [], isEntry = false } = chunks.find((chunk) => chunk.fileName === name) ?? {}
    if (!isEntry) for (const imported of imports) found.add(imported)
  }
  return [...found].map((name) => `./${name}`)
}

/**
 * Puts the script into a page, and what it runs behind it.
 * @param {string} html
 * @param {string} address
 * @param {Record<string, string[]>} files
 */
function withScript(html, address, files) {
  const [element = '', page = ''] =
    /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  const preload = /\s*<link rel="modulepreload"[^>]*>/g
  const head = [
    `\n    <link rel="preload" as="script" href="${address}" />`,
    `\n    <link rel="modulepreload" crossorigin href="${page}" />`,
    ...(html.match(preload) ?? []),
  ].join('')
  const list = JSON.stringify(files, (_name, value) =>
    Array.isArray(value) ? value.filter((name) => !html.includes(name)) : value,
  ).replaceAll("'", '&#39;')
  const early = `\n    <script async src="${address}" data-page="${page}" data-files='${list}'></script>`
  return html
    .replace(element, '')
    .replace(preload, '')
    .replace(/\s*<\/head>/, (end) => head + end)
    .replace(/\s*<\/body>/, (end) => early + end)
}
