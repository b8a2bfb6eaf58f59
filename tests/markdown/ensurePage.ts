import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { fingerprint } from '../../scripts/fingerprint.mjs'
import { withLock } from '../../scripts/lock.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'

const cache = join(projectRoot, '.cache', 'markdown-page')
const page = 'tests/markdown/page'
/** A run that began before a source changed may still serve the page that it built. */
const keptMilliseconds = 3_600_000
const inputs = ['src', page, 'tests/markdown/ensurePage.ts', 'package-lock.json']

/**
 * Returns the folder of the built page with the component alone. Builds it only where no worker and
 * no run before has built the same.
 */
export async function ensurePage(): Promise<string> {
  const built = join(cache, fingerprint(projectRoot, inputs))
  await withLock(
    `${cache}.lock`,
    () => {},
    async () => {
      if (existsSync(built)) return
      await removeOld()
      const outDir = `${built}.new`
      await build({
        root: join(projectRoot, page),
        configFile: false,
        logLevel: 'error',
        plugins: [tailwind()],
        worker: { format: 'es' },
        build: { outDir, emptyOutDir: true, target: 'chrome140' },
      })
      await rename(outDir, built)
    },
  )
  return built
}

async function removeOld(): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > keptMilliseconds) await rm(folder, { recursive: true })
  }
}
