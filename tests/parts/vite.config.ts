import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { cutTexts } from '../../scripts/cutTexts.mjs'

/** The page of all parts, which changes with its sources: `npm run parts`. */
export default defineConfig({
  root: fileURLToPath(new URL('page', import.meta.url)),
  plugins: [tailwind(), cutTexts()],
  server: { host: '127.0.0.1', fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
})
