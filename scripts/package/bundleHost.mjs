import { join } from 'node:path'
import { build } from 'vite'

/**
 * The files that something other than an import names: the launcher starts `run`, the app's
 * `import 'electron'` leads to `electronModule`, and a thread runs `grabWorker`.
 */
const entries = {
  run: 'run.ts',
  electronModule: 'electronModule.ts',
  grabWorker: 'x11/grabWorker.ts',
}

/**
 * Bundles the Chromium host into few files, so that a start reads few. Nothing is renamed or
 * wrapped: functions in `page/` are sent to pages as their own source text.
 * @param {string} root
 * @param {string} target
 */
export async function bundleHost(root, target) {
  const host = join(root, 'chromium-host')
  await build({
    configFile: false,
    root: host,
    logLevel: 'warn',
    plugins: [{ name: 'entry-addresses', enforce: 'pre', transform: nameEntries }],
    build: {
      ssr: true,
      outDir: target,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, join(host, file)]),
        ),
        output: {
          format: 'es',
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          keepNames: false,
        },
      },
    },
  })
}

/** Lets addresses such as `./electronModule.ts` name the bundled file. @param {string} code */
function nameEntries(code) {
  const named = Object.keys(entries).reduce(
    (text, name) =>
      text.replaceAll(
        `new URL('./${name}.ts', import.meta.url)`,
        `new URL('./${name}.mjs', import.meta.url)`,
      ),
    code,
  )
  return named === code ? null : named
}
