import { AppError } from '../../../src/shared/errors.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { ReplyEvent, ReplyRequest } from '../../../src/main/providers/reply.ts'

export type Script = (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

export interface ScriptedProvider extends Provider {
  requests: ReplyRequest[]
  /** The signal of each request, in the same order. */
  signals: AbortSignal[]
}

/** Returns a provider that answers by the script and records its requests. */
export function scriptedProvider(script: Script): ScriptedProvider {
  const requests: ReplyRequest[] = []
  const signals: AbortSignal[] = []
  return {
    requests,
    signals,
    models: async () => [],
    reply(request, signal) {
      requests.push(request)
      signals.push(signal)
      return script(request, signal)
    },
  }
}

/** Returns a provider that answers every request with these texts. */
export function saying(...texts: string[]): ScriptedProvider {
  return scriptedProvider(async function* () {
    for (const text of texts) yield { type: 'text', text }
    yield { type: 'finish', reason: 'stop' }
  })
}

/** Returns a provider that sends the texts and then nothing until it is aborted. */
export function sayingThenSilent(...texts: string[]): ScriptedProvider {
  return scriptedProvider(async function* (_request, signal) {
    for (const text of texts) yield { type: 'text', text }
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    throw new AppError('aborted', 'The request was aborted')
  })
}
