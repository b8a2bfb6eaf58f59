import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { defaultLocale } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/languages.ts'
import type { Provider } from '../provider.ts'
import type { ReplyEvent, ReplyRequest, Turn } from '../reply.ts'
import { composeAnswer } from './composeAnswer.ts'
import type { GuideAnswer } from './composeAnswer.ts'
import { parseManual } from './manual.ts'
import type { Manual, Section } from './manual.ts'
import { createSearchIndex } from './searchIndex.ts'
import type { SearchIndex } from './searchIndex.ts'
import { createTokenizer } from './tokenize.ts'

export const guideId = 'guide'
const guideModelId = 'parley-guide'
export const guideName = 'Parley guide'
/** The longest question that may depend on the one before it. */
const maxLeaningLength = 20

export interface GuideOptions {
  /** Returns the language of the answer. Called for each question. */
  locale: () => Locale
  /** Returns the manual as Markdown; null if it is not available in that language. */
  readManual: (locale: Locale) => Promise<string | null>
  /** The pause between two pieces of an answer, so that the user can follow and stop it. */
  pieceMilliseconds?: number
}

interface OpenManual {
  locale: Locale
  manual: Manual
  index: SearchIndex<Section>
}

/** Answers questions about Parley by searching its manual. It is no language model, and says so. */
export function createGuide({ locale, readManual, pieceMilliseconds = 8 }: GuideOptions): Provider {
  const opened = new Map<Locale, Promise<OpenManual>>()

  function openManual(wanted: Locale): Promise<OpenManual> {
    const open = opened.get(wanted) ?? load(wanted)
    opened.set(wanted, open)
    open.catch(() => opened.delete(wanted))
    return open
  }

  async function load(wanted: Locale): Promise<OpenManual> {
    const markdown = await readManual(wanted)
    if (markdown === null) {
      if (wanted === defaultLocale) throw new AppError('internal', "The guide's manual is missing")
      return openManual(defaultLocale)
    }
    const manual = parseManual(markdown)
    const tokenize = createTokenizer(wanted, manual.stopWords)
    return { locale: wanted, manual, index: createSearchIndex(manual.sections, tokenize) }
  }

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const { manual, index, locale: found } = await openManual(locale())
    const answer = answerTo(request.turns, (question) => composeAnswer(question, index, found))
    const isFirst = !request.turns.some(({ role }) => role === 'assistant')
    const text = [
      ...(isFirst || !answer ? [manual.phrases.greeting] : []),
      answer?.text ?? nothingFound(manual),
    ].join('\n\n')
    for (const piece of piecesOf(text)) {
      await pause(pieceMilliseconds, signal)
      yield { type: 'text', text: piece }
    }
    for (const citation of answer?.citations ?? []) yield { type: 'citation', citation }
    yield { type: 'finish', reason: 'stop' }
  }

  return {
    models: () =>
      Promise.resolve([
        { providerId: guideId, modelId: guideModelId, name: guideName, local: true },
      ]),
    reply,
  }
}

/**
 * Answers the last question. If it is short and finds nothing ("And then?"), answers the one
 * before.
 */
function answerTo(
  turns: readonly Turn[],
  compose: (question: string) => GuideAnswer | null,
): GuideAnswer | null {
  const questions = turns.filter(({ role }) => role === 'user').map(textOf)
  const last = questions.at(-1) ?? ''
  const before = questions.at(-2)
  const isShort = last.length <= maxLeaningLength
  return compose(last) ?? (isShort && before ? compose(before) : null)
}

function textOf({ parts }: Turn): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}

function nothingFound({ phrases, sections }: Manual): string {
  const topics = sections.map(({ title }) => `- ${title}`).join('\n')
  return `${phrases.nothingFound}\n\n${phrases.topics}\n\n${topics}`
}

function piecesOf(text: string): string[] {
  return text.match(/\s*\S{1,12}|\s+$/gu) ?? []
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted()
    if (milliseconds > 0) await wait(milliseconds, undefined, { signal })
  } catch {
    throw new AppError('aborted', 'The answer was stopped')
  }
}
