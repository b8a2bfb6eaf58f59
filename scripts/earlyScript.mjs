import { createHash } from 'node:crypto'

/**
 * Returns the plugin that adds a script to a built page: one file without imports, which is read
 * before all scripts of the page and then runs them. It comes behind the style sheets, for which
 * the first paint waits.
 * @param {object} options
 * @param {string} options.page the page's HTML file
 * @param {string} options.entry the script's source file
 * @param {typeof import('vite').build} options.build
 * @returns {import('vite').Plugin}
 */
export function earlyScript({ page, entry, build }) {
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
      handler: (html, { filename }) => (filename === page ? withScript(html, `./${file}`) : html),
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
 * Puts the script into a page, and what it runs behind it.
 * @param {string} html
 * @param {string} address
 */
function withScript(html, address) {
  const [element = '', page = ''] =
    /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  const preload = /\s*<link rel="modulepreload"[^>]*>/g
  const head = [
    `\n    <link rel="preload" as="script" href="${address}" />`,
    `\n    <link rel="modulepreload" crossorigin href="${page}" />`,
    ...(html.match(preload) ?? []),
  ].join('')
  const early = `\n    <script async src="${address}" data-page="${page}"></script>`
  return html
    .replace(element, '')
    .replace(preload, '')
    .replace(/\s*<\/head>/, (end) => head + end)
    .replace(/\s*<\/body>/, (end) => early + end)
}
