import type { Recording } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'

/** An utterance as a recording of its own. */
export interface Utterance {
  /** Rejects if the recording could not begin. */
  id: Promise<string>
  append: (samples: Int16Array) => void
  /** Marks where somebody spoke, in samples since listening began. */
  mark: (start: number, end: number) => void
  finish: () => Promise<Recording>
  cancel: () => Promise<void>
}

interface UtteranceStart {
  /** The sound before the utterance was recognized, and the sample at which it ends. */
  pieces: readonly Int16Array[]
  end: number
  /** Called when the recording can't be saved any more. */
  onFailed: (error: unknown) => void
}

/**
 * Records an utterance, including the sound before it was recognized. Sends each piece after the
 * one before is on disk.
 */
export function createUtterance({ pieces, end, onFailed }: UtteranceStart): Utterance {
  const first = end - pieces.reduce((sum, { length }) => sum + length, 0)
  let length = 0
  const begun = api.speech.begin({ purpose: 'handsFree' }).then(({ id }) => id)
  let sending: Promise<unknown> = begun
  begun.catch(onFailed)

  const enqueue = (send: (id: string) => Promise<unknown>): void => {
    sending = sending.then(async () => send(await begun))
    sending.catch(onFailed)
  }
  const append = (samples: Int16Array): void => {
    const offset = length
    length += samples.length
    const pcm = new Uint8Array(samples.buffer.slice(0) as ArrayBuffer)
    enqueue((id) => api.speech.append({ id, offset, pcm }))
  }
  for (const piece of pieces) append(piece)

  return {
    id: begun,
    append,
    mark: (start, markEnd) => {
      const range = { start: Math.max(0, start - first), end: Math.min(length, markEnd - first) }
      if (range.end > range.start) enqueue((id) => api.speech.mark({ id, ...range }))
    },
    finish: async () => {
      await sending
      return api.speech.finish({ id: await begun })
    },
    cancel: async () => {
      await sending.catch(() => undefined)
      await api.speech.cancel({ id: await begun })
    },
  }
}
