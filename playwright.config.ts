import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'markdown', testDir: 'tests/markdown' },
  ],
  outputDir: 'test-results',
  // Elsewhere all windows share the user's own desktop, and there is one keyboard.
  workers: process.platform === 'linux' ? 2 : 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/screenshots/{arg}{ext}',
      // Versions of a browser differ by a shade at the edges of letters.
      maxDiffPixelRatio: 0.01,
    },
  },
  reporter: 'list',
  // A trace films each test, which takes a third of its time; `--trace on` makes one.
  use: { screenshot: 'only-on-failure' },
})
