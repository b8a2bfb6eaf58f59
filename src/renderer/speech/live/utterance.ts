import type { Recording } from '../../../shared/speech.ts'
import { api } from '../../core/bridge.ts'

/** What someone says in one go, as a recording of its own. */
export interface Utterance {
  /** Broken where it could not even begin. */
  id: Promise<string>
  append: (samples: Int16Array) => void
  /** Where they spoke, counted as the sound around it is. */
  mark: (start: number, end: number) => void
  finish: () => Promise<Recording>
  cancel: () => Promise<void>
}

interface UtteranceStart {
  /** What was heard of it before it was known to be one, and where that ends. */
  pieces: readonly Int16Array[]
  end: number
  /** It can't be kept any more. */
  onFailed: (error: unknown) => void
}

/** Records from what has been heard already; every piece is on the disk before the next is sent. */
export function createUtterance({ pieces, end, onFailed }: UtteranceStart): Utterance {
  const first = end - pieces.reduce((sum, { length }) => sum + length, 0)
  let length = 0
  const begun = api.speech.begin({ purpose: 'live' }).then(({ id }) => id)
  let sending: Promise<unknown> = begun
  begun.catch(onFailed)

  const enqueue = (call: (id: string) => Promise<unknown>): void => {
    sending = sending.then(async () => call(await begun))
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
