import { expect, test } from 'vitest'
import { parseManual } from '../../../../src/main/providers/guide/manual.ts'
import { locales } from '../../../../src/shared/languages.ts'
import { readManualFile } from './openGuide.ts'

const english = parseManual((await readManualFile('en-US')) ?? '')

test('every manual has the same sections, each of a readable length', async () => {
  for (const locale of locales) {
    const markdown = await readManualFile(locale)
    if (markdown === null) continue
    const { sections } = parseManual(markdown)
    expect(sections.map(({ id }) => id)).toEqual(english.sections.map(({ id }) => id))
    for (const { text } of sections) {
      expect(text.length).toBeGreaterThan(100)
      expect(text.length).toBeLessThan(1200)
    }
  }
})

test.each([
  ['no head', '## Keys {#keys}\nText'],
  ['a missing phrase', '---\ngreeting: Hi\n---\n## Keys {#keys}\nText'],
  ['no sections', '---\ngreeting: a\nnothingFound: b\ntopics: c\nstopWords: d\n---\nText'],
  ['no id', '---\ngreeting: a\nnothingFound: b\ntopics: c\nstopWords: d\n---\n## Keys\nText'],
])('a manual with %s is refused', (_name, markdown) => {
  expect(() => parseManual(markdown)).toThrow()
})
