import { AppError, type ErrorDetails } from '../../shared/errors.ts'
import { isObject } from '../../shared/json.ts'
import { quoteAnswer, type Redact } from '../providers/errors/quoteServer.ts'

/** Fields in which services say why there is no picture. */
const wordFields =
  /^(?:refusal|message|text|detail|reason|description|status_?message|(?:finish|block|(?:rai_?)?filtered)_?reasons?)$/i
const maxDepth = 5
const maxWords = 10

interface Context extends Pick<ErrorDetails, 'provider' | 'model'> {
  redact: Redact
}

/**
 * Returns the error for an answer without any file, with what the service says in it: mediaEmpty, or
 * contentFiltered if its words are about its filter.
 */
export function emptyAnswer(answer: unknown, { redact, ...of }: Context): AppError {
  const said = [...new Set(wordsIn(answer, 0))].slice(0, maxWords).join('\n')
  const isFiltered = /\b(?:safety|moderat|content.?(?:filter|polic)|prohibited)/i.test(said)
  const details = { ...of, answer: quoteAnswer(said, redact) }
  if (isFiltered) {
    return new AppError('contentFiltered', 'The service holds the picture back', details)
  }
  return new AppError('mediaEmpty', 'The service answered without a result', details)
}

function wordsIn(value: unknown, depth: number): string[] {
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, depth + 1))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!wordFields.test(name)) return wordsIn(inner, depth + 1)
    const all: unknown[] = Array.isArray(inner) ? inner : [inner]
    return all.flatMap((each) =>
      typeof each === 'string' ? (isWord(each) ? [each] : []) : wordsIn(each, depth + 1),
    )
  })
}

/** A reason that says that all is well says nothing. */
function isWord(text: string): boolean {
  return !/^(?:|stop|success|succeeded|completed|ok|null)$/i.test(text.trim())
}
