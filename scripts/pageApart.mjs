/**
 * Returns the plugin that builds another page by itself, into the same folder. A bundler that builds
 * two pages at once puts what both use into files of their own, each of which is a request before
 * the first paint, and may join a file of one page with the program of the other.
 * @param {object} options
 * @param {string} options.page the page's HTML file
 * @param {() => import('vite').PluginOption[]} options.plugins
 * @param {typeof import('vite').build} options.build
 * @returns {import('vite').Plugin}
 */
export function pageApart({ page, plugins, build }) {
  /** @type {import('vite').ResolvedConfig} */
  let outer
  return {
    name: 'page-apart',
    apply: 'build',
    configResolved(config) {
      outer = config
    },
    async generateBundle(_options, bundle) {
      const { root, base, build: settings } = outer
      const { target, cssTarget, minify, assetsInlineLimit, modulePreload } = settings
      const built = await build({
        ...{ configFile: false, logLevel: 'warn', publicDir: false, root, base },
        plugins: plugins(),
        worker: { format: outer.worker.format },
        build: {
          ...{ target, cssTarget, minify, assetsInlineLimit, modulePreload, write: false },
          rolldownOptions: { input: page },
        },
      })
      const [output] = [built].flat()
      if (!output || !('output' in output)) throw new Error(`${page} could not be built`)
      for (const file of output.output) {
        const { fileName } = file
        // Both pages may use the same file, which has the hash of its content in its name.
        if (fileName in bundle) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}
