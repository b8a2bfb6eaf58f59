import { sampleRate } from '../../../shared/audio.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech.ts'
import { levelOf, openMicrophone } from '../recorder/microphone.ts'
import { createVoiceActivity } from '../voiceActivity/voiceActivity.ts'
import { createUtterance } from './utterance.ts'
import type { Utterance } from './utterance.ts'

export interface ListeningEvents {
  /** From 0 to 1, five times a second. */
  onLevel: (level: number) => void
  /** Someone has begun to speak, and it is no mere noise. */
  onSpeech: () => void
  /** They have come to an end: their text is on its way. */
  onUtterance: (id: string, recording: Promise<Recording>) => void
  /** The microphone is gone, or nothing can be heard out any more: nothing further comes. */
  onBroken: (error: unknown) => void
}

export interface Listening {
  /** The microphone is closed; what was begun and not ended is thrown away. */
  close: () => Promise<void>
}

/** What is heard before speech is told from noise belongs to it. */
const beforeSamples = sampleRate
/** So long after the end of a segment nobody goes on: about a second of silence in all. */
const pauseSamples = 0.6 * sampleRate

/**
 * Listens until it is closed, and records one utterance after the other: silence is neither
 * recorded nor sent. Errors: microphoneDenied, microphoneMissing.
 */
export async function startListening(
  deviceId: string | null,
  events: ListeningEvents,
): Promise<Listening> {
  /** The newest pieces, in case that they turn out to be the start of an utterance. */
  let recent: Int16Array<ArrayBuffer>[] = []
  let heard = 0
  let utterance: Utterance | undefined
  /** Where speech ended last, while nobody speaks. */
  let pausedAt: number | undefined

  const activity = createVoiceActivity({
    onStart: () => {
      pausedAt = undefined
      if (utterance) return
      utterance = createUtterance({ pieces: recent, end: heard, onFailed: events.onBroken })
      events.onSpeech()
    },
    onSegment: ({ start, end }) => {
      utterance?.mark(start, end)
      pausedAt = end
    },
    onBroken: () => events.onBroken(new AppError('internal', 'Speech can’t be told from noise')),
  })

  const endUtterance = (): void => {
    const ended = utterance
    utterance = undefined
    pausedAt = undefined
    if (!ended) return
    void ended.id.then(
      (id) => events.onUtterance(id, ended.finish()),
      () => undefined,
    )
  }

  const takePiece = (samples: Int16Array<ArrayBuffer>): void => {
    events.onLevel(levelOf(samples))
    const kept = samples.slice()
    heard += samples.length
    activity.push(samples)
    utterance?.append(kept)
    recent.push(kept)
    while (lengthOf(recent) - (recent[0]?.length ?? 0) >= beforeSamples) recent = recent.slice(1)
    if (pausedAt !== undefined && heard - pausedAt >= pauseSamples) endUtterance()
  }

  const microphone = await openMicrophone(deviceId, 'conversation', {
    onPiece: takePiece,
    onLost: () => events.onBroken(new AppError('microphoneLost', 'The microphone is gone')),
  })
  return {
    close: async () => {
      const unfinished = utterance
      utterance = undefined
      await microphone.close()
      void activity.end()
      await unfinished?.cancel()
    },
  }
}

function lengthOf(pieces: readonly Int16Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
