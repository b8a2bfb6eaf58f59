import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { cutTexts } from '../scripts/cutTexts.mjs'
import { fingerprint } from '../scripts/fingerprint.mjs'
import { withLock } from '../scripts/lock.mjs'
import { projectRoot } from '../scripts/projectRoot.mjs'

/** The pages below tests that hold a part of the app alone. */
export type PageName = 'markdown' | 'parts'

/** A run that began before a source changed may still serve the page that it built. */
const keptMilliseconds = 3_600_000

/**
 * Returns the folder of the built page. Builds it only where no worker and no run before has built
 * the same.
 */
export async function ensurePage(name: PageName): Promise<string> {
  const cache = join(projectRoot, '.cache', `${name}-page`)
  const page = `tests/${name}/page`
  const folder = join(projectRoot, page)
  const inputs = ['src', page, 'tests/ensurePage.ts', 'package-lock.json']
  const built = join(cache, fingerprint(projectRoot, inputs))
  await withLock(
    `${cache}.lock`,
    () => {},
    async () => {
      if (existsSync(built)) return
      await removeOld(cache)
      const outDir = `${built}.new`
      await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        plugins: [tailwind(), cutTexts()],
        worker: { format: 'es' },
        build: {
          outDir,
          emptyOutDir: true,
          target: 'chrome140',
          rolldownOptions: {
            input: globSync('*.html', { cwd: folder }).map((file) => join(folder, file)),
          },
        },
      })
      await rename(outDir, built)
    },
  )
  return built
}

async function removeOld(cache: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > keptMilliseconds) await rm(folder, { recursive: true })
  }
}
