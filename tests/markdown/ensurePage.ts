import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { fingerprint } from '../../scripts/fingerprint.mjs'
import { withLock } from '../../scripts/lock.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'

const cache = join(projectRoot, '.cache', 'markdown-page')
const page = 'tests/markdown/page'
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
      await rm(cache, { recursive: true, force: true })
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
