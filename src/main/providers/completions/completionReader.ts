import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { maxContinuedLength } from '../../../shared/limits.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import type { AnswerReader } from '../answer/answerStream.ts'
import type { CompletionEvent, FinishReason } from '../reply.ts'
import { createTokenAligner } from './alignTokens.ts'
import type { ServerToken } from './alignTokens.ts'

/** The content of one event of a server's answer. */
export interface CompletionChunk {
  text: string
  /** Empty if the server gives no probabilities. */
  tokens: readonly ServerToken[]
  finish?: Extract<FinishReason, 'stop' | 'length' | 'contentFilter'>
  usage?: Usage
}

export interface CompletionReaderOptions {
  /** Returns the content of an event; undefined if it has none of the known shape. */
  readChunk: (json: JsonObject) => CompletionChunk | undefined
  toError: (error: unknown) => AppError
}

/** Creates a reader of continued texts, for any server whose events `readChunk` understands. */
export function createCompletionReader({
  readChunk,
  toError,
}: CompletionReaderOptions): AnswerReader<CompletionEvent> {
  const aligner = createTokenAligner()
  let finish: CompletionChunk['finish']
  let usage: Usage | undefined
  let isEnded = false
  let length = 0

  function take(json: JsonObject): CompletionEvent[] {
    if (json['error']) throw toError(json['error'])
    const chunk = readChunk(json)
    if (!chunk) return []
    finish = chunk.finish ?? finish
    usage = chunk.usage ?? usage
    length += chunk.text.length
    if (length > maxContinuedLength) throw new AppError('malformedAnswer', 'The text is endless')
    return asEvents(aligner.push(chunk.text, chunk.tokens))
  }

  const counted = (): CompletionEvent[] => (usage ? [{ type: 'usage', usage }] : [])
  return {
    take,
    rest: () => asEvents(aligner.end()),
    end: () => [...counted(), { type: 'finish', reason: finish ?? 'stop' }],
    counted,
    finished: () => finish !== undefined,
    endMark: () => isEnded,
    markEnd: () => (isEnded = true),
    isAnswer: (json) => readChunk(json) !== undefined,
  }
}

function asEvents(pieces: ReturnType<ReturnType<typeof createTokenAligner>['end']>) {
  return pieces.length > 0 ? [{ type: 'pieces' as const, pieces }] : []
}
