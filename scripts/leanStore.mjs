const noValidator = '\0no-validator'

/**
 * Returns the plugin that leaves the validator of JSON schemas out of electron-store, which Parley
 * gives no schema: it is a tenth of what main reads at its start.
 * @returns {import('vite').Plugin}
 */
export function leanStore() {
  return {
    name: 'lean-store',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^ajv(-formats|\/dist\/2020\.js)$/ },
      handler: (_id, importer = '') =>
        /[\\/]node_modules[\\/]conf[\\/]/.test(importer) ? noValidator : null,
    },
    load: {
      filter: { id: /^\0no-validator$/ },
      handler: () =>
        'export function Ajv2020() { throw new Error("No validator is built in") }\n' +
        'export default { default: Ajv2020 }\n',
    },
  }
}
