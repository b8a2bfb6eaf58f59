import { defineConfig } from 'vitest/config'
import { cutTexts } from './scripts/cutTexts.mjs'
import { lazySchemas } from './scripts/lazySchemas.mjs'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/** The tests of some folders; files that are not isolated share what their workers have loaded. */
function project(
  name: string,
  folders: readonly string[],
  options: { isolate: boolean; globalSetup?: string },
): TestProjectInlineConfiguration {
  const include = folders.map((folder) => `tests/${folder}/*.test.{ts,tsx}`)
  return { extends: true, test: { name, include, ...options } }
}

export default defineConfig({
  // As in the build, so that the tests run what is shipped.
  plugins: [cutTexts(), lazySchemas()],
  test: {
    exclude: [
      'tests/e2e/**',
      'tests/markdown/**',
      'tests/parts/**',
      'tests/package/**',
      'tests/bench/**',
      '**/fixtures/**',
    ],
    environment: 'node',
    setupFiles: ['tests/compileCache.mjs'],
    // One more than the processors: tests of servers and kills mostly wait.
    maxWorkers: 3,
    // As in playwright.config.ts.
    retry: 1,
    testTimeout: 90_000,
    // A busy machine takes longer than the usual second.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    allowOnly: false,
    projects: [
      // Loading the same modules for each file was a third of the time.
      project('main', ['main/**', 'conformance/**'], {
        isolate: false,
        globalSetup: 'tests/bundledThreads.ts',
      }),
      project('renderer', ['renderer/**', 'shared/**', 'docs'], { isolate: false }),
      // These change the process that they run in: environment, signals, Electron's place.
      project('processes', ['.', 'scripts/**', 'chromium-host/**'], { isolate: true }),
    ],
  },
})
