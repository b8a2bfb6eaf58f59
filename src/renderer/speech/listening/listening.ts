import { sampleRate } from '../../../shared/speech/audio.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import { levelOf, openMicrophone } from '../recorder/microphone.ts'
import { createVoiceActivity } from '../voiceActivity/voiceActivity.ts'
import { createUtterance } from './utterance.ts'
import type { Utterance } from './utterance.ts'

export interface ListeningEvents {
  /** Called five times a second with a level from 0 to 1. */
  onLevel: (level: number) => void
  /** Called when someone has begun to speak, and not only made a noise. */
  onSpeech: () => void
  /** Called when an utterance has ended; its text is on its way. */
  onUtterance: (id: string, recording: Promise<Recording>) => void
  /** Called when the microphone is gone or the detector has failed: no more events follow. */
  onBroken: (error: unknown) => void
}

export interface Listening {
  /** Closes the microphone and drops an unfinished utterance. */
  close: () => Promise<void>
}

/** Sound before the detector recognizes speech, which belongs to the utterance. */
const beforeSamples = sampleRate
/** The pause after a segment that ends an utterance: about a second of silence in all. */
const pauseSamples = 0.6 * sampleRate

/**
 * Listens until it is closed, and records one utterance after the other; silence is neither
 * recorded nor sent. Errors: microphoneDenied, microphoneMissing.
 */
export async function startListening(
  deviceId: string | null,
  events: ListeningEvents,
): Promise<Listening> {
  /** The newest pieces, which may turn out to be the start of an utterance. */
  let recent: Int16Array<ArrayBuffer>[] = []
  let heard = 0
  let utterance: Utterance | undefined
  /** The sample at which speech last ended, while nobody speaks. */
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
