import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { cutTexts } from '../../../scripts/cutTexts.mjs'

export interface PageServer {
  address: string
  close: () => Promise<void>
}

/**
 * Builds a page for production and serves it on loopback, with the files of another folder beside
 * it if one is given.
 */
export async function servePage(root: string, publicDir?: string): Promise<PageServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'parley-page-'))
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  await build({
    ...shared,
    ...(publicDir !== undefined && { publicDir }),
    plugins: [cutTexts(), react(), tailwind()],
    // The rivals lie in a folder of their own, but everything is drawn by one React.
    resolve: { dedupe: ['react', 'react-dom'] },
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome140', chunkSizeWarningLimit: 100_000 },
  })
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const [address] = server.resolvedUrls?.local ?? []
  if (address === undefined) throw new Error('The page is not served.')
  return {
    address,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
