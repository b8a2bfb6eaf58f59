import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseManual } from '../../../../src/main/providers/guide/manual.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { defaultLocale, locales } from '../../../../src/shared/languages.ts'
import { ask, collect } from '../collect.ts'
import { openGuide, readManualFile } from './openGuide.ts'

const questionsSchema = z.strictObject({
  questions: z.array(z.strictObject({ ask: z.string(), section: z.string() })).min(5),
})
const textsSchema = z.object({
  providers: z.object({
    first: z.object({
      questions: z.object({ start: z.string(), local: z.string(), privacy: z.string() }),
    }),
  }),
})

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

/** Returns the title and section of the best passage, or null if there is none. */
async function answerOf(guide: Provider, question: string, before: string[] = []) {
  const turns = [...before, question].flatMap((text) => ask(text).turns)
  const { events } = await collect(guide, { modelId: 'parley-guide', turns })
  const best = events.find((event) => event.type === 'citation')?.citation
  return best ? { title: best.title, section: best.source.replace('guide/', '') } : null
}

describe.each(locales)('%s', (locale) => {
  const guide = openGuide({ locale: () => locale })

  // guide.test.ts has the questions in English.
  test.skipIf(locale === defaultLocale)('answers what people ask', async () => {
    const { questions } = questionsSchema.parse(readJson(`questions.${locale}.json`))
    const answered = await Promise.all(
      questions.map(async ({ ask: question }) => ({
        ask: question,
        section: (await answerOf(guide, question))?.section,
      })),
    )
    expect(answered).toEqual(questions)
  })

  test.skipIf(locale === defaultLocale)('answers a second question for itself', async () => {
    const { questions } = questionsSchema.parse(readJson(`questions.${locale}.json`))
    const followUps = questions.slice(1)
    const answers = await Promise.all(
      followUps.map(({ ask: question }, index) =>
        answerOf(guide, question, [questions[index]?.ask ?? '']),
      ),
    )
    const wrong = followUps.filter(({ section }, index) => answers[index]?.section !== section)
    // A question of one word counts as the rest of the one before.
    expect(wrong.length).toBeLessThanOrEqual(followUps.length / 10)
  })

  test('answers the questions that the first screen offers', async () => {
    const texts = textsSchema.parse(readJson(`../../../../src/renderer/locales/${locale}.json`))
    const { start, local, privacy } = texts.providers.first.questions
    expect((await answerOf(guide, start))?.section).toBe('start')
    expect((await answerOf(guide, local))?.section).toBe('local')
    // It asks for both the keys and the chats, which are in the data folder.
    expect(['keys', 'data']).toContain((await answerOf(guide, privacy))?.section)
  })

  test('finds every section by its title', async () => {
    const { sections } = parseManual((await readManualFile(locale)) ?? '')
    for (const { id, title } of sections) {
      expect(await answerOf(guide, title)).toEqual({ title, section: id })
    }
  })
})
