import { expect, test } from 'vitest'
import { estimateFileTokens } from '../../../src/shared/chat/estimateFileTokens.ts'

test.each([
  ['image/png', 5_000_000, 500, 5000],
  ['application/pdf', 500_000, 3000, 12_000],
  ['audio/wav', 4000, 5, 20],
  ['text/markdown', 4000, 800, 1200],
  ['application/zip', 4000, 0, 0],
])('a file of type %s with %d bytes has its share', (mediaType, sizeBytes, least, most) => {
  const tokens = estimateFileTokens({ mediaType, sizeBytes })
  expect(tokens).toBeGreaterThanOrEqual(least)
  expect(tokens).toBeLessThanOrEqual(most)
})
