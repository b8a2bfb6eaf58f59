import { expect, test } from 'vitest'
import { readBuiltIns } from '../../../src/main/assistantProfiles/builtIns.ts'
import { visibleText } from '../../../src/renderer/ui/visibleText.ts'
import { plainSetup } from '../../../src/shared/answerSetup.ts'
import { locales } from '../../../src/shared/languages.ts'

/** Scripts without spaces need fewer characters for the same. */
const minLengths: Partial<Record<string, number>> = { 'ja-JP': 150, 'ko-KR': 150, zh: 100 }

test.each(locales)(
  'the built-in assistants in %s are complete, and hide nothing',
  async (locale) => {
    const builtIns = await readBuiltIns(locale)
    const english = await readBuiltIns('en-US')
    expect(builtIns.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
    expect(new Set(builtIns.map(({ fields }) => fields.name)).size).toBe(30)
    const minLength = minLengths[locale] ?? minLengths[locale.slice(0, 2)] ?? 300
    for (const [index, { id, fields }] of builtIns.entries()) {
      const { instructions } = fields.setup
      expect(instructions.length, id).toBeGreaterThan(minLength)
      expect(instructions.length, id).toBeLessThan(900)
      expect(fields.description.length, id).toBeGreaterThan(5)
      expect([2, 3], id).toContain(fields.openingQuestions.length)
      expect(fields.setup, id).toEqual({ ...plainSetup, instructions })
      const texts = [fields.name, fields.description, instructions, ...fields.openingQuestions]
      for (const text of texts) expect(visibleText(text), id).toBe(text)
      if (locale !== 'en-US')
        expect(instructions).not.toBe(english[index]?.fields.setup.instructions)
    }
  },
)
