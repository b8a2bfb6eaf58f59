import { defineConfig } from '@playwright/test'

const pathTemplate = '{testDir}/screenshots/{arg}{ext}'

export default defineConfig({
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    // Full and read-only disks, which only root can mount; an ordinary user runs `e2e`.
    { name: 'disk', testDir: 'tests/disk' },
    // The second run would install what the first one did.
    { name: 'package', testDir: 'tests/package', retries: 0 },
    // Its tests share only a page, which is loaded again: a long file keeps every worker busy.
    { name: 'markdown', testDir: 'tests/markdown', fullyParallel: true },
    {
      name: 'parts',
      testDir: 'tests/parts',
      // The type is bundled: on one version of a browser the pictures are the same to the pixel.
      expect: { toHaveScreenshot: { pathTemplate, maxDiffPixels: 40 } },
    },
  ],
  // Each run removes its folder, and whoever runs may write only inside of the outer one.
  outputDir: 'test-results/last',
  // One more than the processors of a small machine: a quarter of a test is waiting. Elsewhere all
  // windows share the user's own desktop, and there is one keyboard.
  workers: process.platform === 'linux' ? 3 : 1,
  // A stall of the machine ends no run of some hundred tests; `npm test` names what ran again.
  retries: 1,
  forbidOnly: true,
  // Limits for a machine of a third of the speed: they cost time only where a test fails.
  timeout: 180_000,
  expect: {
    timeout: 40_000,
    toHaveScreenshot: {
      pathTemplate,
      // Versions of a browser differ by a shade at the edges of letters.
      maxDiffPixelRatio: 0.01,
    },
  },
  reporter: 'list',
  // A trace films each test, which takes a third of its time; `--trace on` makes one.
  use: { screenshot: 'only-on-failure' },
})
