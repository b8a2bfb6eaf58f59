import { AppError } from '../../../src/shared/errors.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { ReplyEvent, ReplyRequest } from '../../../src/main/providers/reply.ts'

export interface Collected {
  text: string
  reasoning: string
  events: ReplyEvent[]
  /** The error that the stream threw, if any. */
  error: AppError | undefined
}

export function ask(text: string, modelId = 'parley-large'): ReplyRequest {
  return { modelId, turns: [{ role: 'user', parts: [{ type: 'text', text }] }] }
}

/** Reads a reply to its end or its error. */
export async function collect(
  provider: Provider,
  request: ReplyRequest = ask('Hello'),
  signal: AbortSignal = new AbortController().signal,
): Promise<Collected> {
  const collected: Collected = { text: '', reasoning: '', events: [], error: undefined }
  try {
    for await (const event of provider.reply(request, signal)) {
      collected.events.push(event)
      if (event.type === 'text') collected.text += event.text
      if (event.type === 'reasoning') collected.reasoning += event.text
      if (event.type === 'textWasReasoning') {
        collected.reasoning += collected.text.trimEnd()
        collected.text = ''
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    collected.error = error
  }
  return collected
}
