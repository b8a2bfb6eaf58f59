import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseManual } from '../../../../src/main/providers/guide/manual.ts'
import { defaultLocale, locales } from '../../../../src/shared/languages.ts'
import type { Locale } from '../../../../src/shared/languages.ts'
import { ask, collect } from '../collect.ts'
import { openGuide, readManualFile } from './openGuide.ts'

const questionsSchema = z.strictObject({
  questions: z.array(z.strictObject({ ask: z.string(), section: z.string() })).min(5),
})

function readQuestions(locale: Locale): { locale: Locale; ask: string; section: string }[] {
  const file = new URL(`questions.${locale}.json`, import.meta.url)
  const { questions } = questionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return questions.map((question) => ({ locale, ...question }))
}

// The questions in English are in guide.test.ts.
const translated = locales.filter((locale) => locale !== defaultLocale)

test.each(translated.flatMap(readQuestions))(
  '$locale: "$ask" is answered from the section $section',
  async ({ locale, ask: question, section }) => {
    const guide = openGuide({ locale: () => locale })
    const { events } = await collect(guide, ask(question, 'parley-guide'))
    const sources = events.flatMap((event) =>
      event.type === 'citation' ? [event.citation.source] : [],
    )
    expect(sources[0]).toBe(`guide/${section}`)
  },
)

test.each(translated)('%s: every title leads to its own section', async (locale) => {
  const { sections } = parseManual((await readManualFile(locale)) ?? '')
  const guide = openGuide({ locale: () => locale })
  for (const { id, title } of sections) {
    const { events } = await collect(guide, ask(title, 'parley-guide'))
    expect(events.find(({ type }) => type === 'citation')).toMatchObject({
      citation: { source: `guide/${id}`, title },
    })
  }
})
