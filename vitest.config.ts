import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/markdown/**', 'tests/bench/**', '**/fixtures/**'],
    environment: 'node',
    // A worker for each file would load the same modules 240 times: a third of the whole time.
    isolate: false,
    // Tests start real browsers and servers: a worker too many makes them wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
})
