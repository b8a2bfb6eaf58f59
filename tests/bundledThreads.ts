import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { cutTexts } from '../scripts/cutTexts.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'
import { lazySchemas } from '../scripts/lazySchemas.mjs'
import { withLock } from '../scripts/lock.mjs'
import { projectRoot } from '../scripts/projectRoot.mjs'

const cache = join(projectRoot, '.cache', 'threads')
/** A run that began before a source changed may still start threads of what it built. */
const keptMilliseconds = 3_600_000

/**
 * Bundles the entries of main's threads, as the build does, before the first test. The tests start
 * some hundred threads, and a bundle starts in half of the time that its sources take.
 */
export async function setup(): Promise<void> {
  const inputs = ['src/main', 'src/shared', 'scripts', 'tests/bundledThreads.ts']
  const built = join(cache, fingerprint(projectRoot, [...inputs, 'package-lock.json']))
  const bundle = async (): Promise<void> => {
    if (existsSync(built)) return
    await removeOld()
    await bundleInto(`${built}.new`)
    await rename(`${built}.new`, built)
  }
  await withLock(`${cache}.lock`, () => {}, bundle)
  process.env['BUNDLED_THREADS'] = built
}

/** Names main's threads, as the app starts them. */
const features = join(projectRoot, 'src/main/app/features.ts')

async function bundleInto(outDir: string): Promise<void> {
  const threads = readFileSync(features, 'utf8').matchAll(/'(.*)\?modulePath'/g)
  const entries = Array.from(threads, ([, path = '']) => join(dirname(features), path))
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    plugins: [cutTexts(), lazySchemas()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), entry])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

async function removeOld(): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > keptMilliseconds) await rm(folder, { recursive: true })
  }
}
