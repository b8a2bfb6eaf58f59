import { describe, expect, test } from 'vitest'
import examples from './gfmExamples.json' with { type: 'json' }
import { renderHtml } from './renderHtml.ts'

/** At least one example for each rule of GitHub's extensions; source: GFM 0.29, 4.10 to 6.9. */
describe('GitHub Flavored Markdown', () => {
  for (const [index, { section, markdown, html }] of examples.entries()) {
    test(`${section} ${index + 1}`, () => expect(renderHtml(markdown)).toBe(html))
  }
})
