import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build } from 'vite'
import { cutTexts } from './scripts/cutTexts.mjs'
import { earlyScript } from './scripts/earlyScript.mjs'
import { lazySchemas } from './scripts/lazySchemas.mjs'
import { leanStore } from './scripts/leanStore.mjs'
import { notices } from './scripts/notices.mjs'
import { pageApart } from './scripts/pageApart.mjs'
import { sharedParts, startFiles } from './scripts/startFiles.mjs'

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Native modules stay in node_modules; all else is bundled, so that a cold start reads few files. */
const nativeModules = ['keytar', 'uiohook-napi']

const pages = {
  index: fromRoot('src/renderer/index.html'),
  overlay: fromRoot('src/renderer/dictation/overlay.html'),
}

/** Licence notices of the packages in the app. Electron's own list lies beside its program. */
const owed = notices({
  root: fromRoot('.'),
  shipped: [...nativeModules, 'electron', 'tailwindcss'],
  prebuilt: ['mermaid', '@ricky0123/vad-web', 'onnxruntime-web', ...nativeModules],
})

export default defineConfig({
  main: {
    plugins: [cutTexts(), lazySchemas(), leanStore(), owed.collect()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: fromRoot('src/main/index.ts'),
          command: fromRoot('src/main/command.ts'),
        },
        external: nativeModules,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // Beside the entry, so that `import.meta.dirname` is one folder for all of main.
          chunkFileNames: '[name]-[hash].js',
          // A start reads it all: without white space it is a third smaller. Names stay, for stack traces.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    plugins: [owed.collect()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: fromRoot('src/preload/index.ts') },
        // A sandboxed preload can't require files: it is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: fromRoot('src/renderer'),
    base: './',
    publicDir: false,
    plugins: [
      cutTexts(),
      react(),
      tailwindcss(),
      pageApart({
        page: pages.overlay,
        plugins: () => [cutTexts(), owed.collect(), react(), tailwindcss()],
        build,
      }),
      owed.write(),
      earlyScript({
        page: pages.index,
        entry: fromRoot('src/renderer/early.ts'),
        build,
      }),
    ],
    worker: { format: 'es', plugins: () => [owed.collect()] },
    server: { host: '127.0.0.1', fs: { allow: [fromRoot('.')] } },
    build: {
      sourcemap: false,
      minify: true,
      // Inline data: assets would need a wider content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: pages.index,
        output: {
          codeSplitting: {
            groups: [startFiles(pages.index), sharedParts],
          },
        },
      },
    },
  },
})
