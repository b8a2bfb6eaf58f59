import { sampleRate } from '../../../shared/audio.ts'
import type { Recording, RecordingPurpose } from '../../../shared/speech.ts'
import { api } from '../../core/bridge.ts'
import { createVoiceActivity } from '../voiceActivity/voiceActivity.ts'
import { levelOf, openMicrophone } from './microphone.ts'
import type { Microphone } from './microphone.ts'

export interface RecorderEvents {
  /** From 0 to 1, five times a second. */
  onLevel: (level: number) => void
  /** Someone has begun to speak. */
  onSpeech?: () => void
  /** Someone has spoken, and paused: that part is being transcribed. */
  onSegment?: () => void
  /** The microphone is gone, or nothing more can be kept: what was said goes to its end. */
  onLost: () => void
  /** There will be no text, as nothing here makes any: nobody is to talk on in vain. */
  onHopeless: () => void
}

export interface RunningRecording {
  id: string
  /** Whether nothing at all came from the microphone, not even the noise of a room. */
  isSilent: () => boolean
  /** Stops, and resolves with the text of all that was said. Errors: why some of it is not kept. */
  finish: () => Promise<Recording>
  /** Stops, and throws everything away. */
  cancel: () => Promise<void>
}

/** Goes to main at once: a kill may take a second, and each call costs more than its bytes. */
const callSamples = 0.6 * sampleRate
/** Of 32,768: a microphone that is on is never so quiet, in no room. */
const silenceMaximum = 8

interface RecordOptions {
  purpose: RecordingPurpose
  microphone: string | null
}

/**
 * Records: the sound goes to main every 0.6 s, which has it on the disk before it goes on, and each
 * part that someone has spoken is marked, so that its text is made meanwhile. Errors:
 * microphoneDenied, microphoneMissing, diskFull.
 */
export async function startRecording(
  { purpose, microphone: deviceId }: RecordOptions,
  events: RecorderEvents,
): Promise<RunningRecording> {
  const hopeless = new Set<string>()
  const unfollow = api.speech.recordingChanged((changed) => {
    if (!changed.error || changed.state !== 'recording') return
    hopeless.add(changed.id)
    if (isOpen && changed.id === id) events.onHopeless()
  })
  let isOpen = false
  const { id } = await api.speech.begin({ purpose }).catch((error: unknown) => {
    unfollow()
    throw error
  })
  let offset = 0
  let unsent: Int16Array<ArrayBuffer>[] = []
  let unsentSamples = 0
  let failure: Error | undefined
  let isSilent = true
  /** In order: a piece is sent when the one before is on the disk. */
  let sending: Promise<void> = Promise.resolve()
  const enqueue = (call: () => Promise<unknown>): void => {
    sending = sending.then(async () => {
      if (failure) return
      try {
        await call()
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        // Nothing more can be kept: it goes to its end, which says why.
        events.onLost()
      }
    })
  }
  const sendSound = (): void => {
    if (unsentSamples === 0) return
    const pcm = bytesOf(unsent, unsentSamples)
    const at = offset - unsentSamples
    unsent = []
    unsentSamples = 0
    enqueue(() => api.speech.append({ id, offset: at, pcm }))
  }
  const activity = createVoiceActivity({
    onStart: () => events.onSpeech?.(),
    onSegment: ({ start, end }) => {
      sendSound()
      const markEnd = Math.min(end, offset)
      enqueue(() => api.speech.mark({ id, start, end: markEnd }))
      events.onSegment?.()
    },
  })
  const takePiece = (samples: Int16Array<ArrayBuffer>): void => {
    unsent.push(samples.slice())
    unsentSamples += samples.length
    offset += samples.length
    isSilent &&= samples.every((sample) => Math.abs(sample) <= silenceMaximum)
    events.onLevel(levelOf(samples))
    if (unsentSamples >= callSamples) sendSound()
    activity.push(samples)
  }
  let microphone: Microphone
  try {
    microphone = await openMicrophone(deviceId, 'dictation', {
      onPiece: takePiece,
      onLost: events.onLost,
    })
  } catch (error) {
    unfollow()
    await api.speech.cancel({ id }).catch(() => undefined)
    throw error
  }
  isOpen = true
  // Once whoever has asked for it knows that it runs.
  if (hopeless.has(id)) setTimeout(events.onHopeless)
  return {
    id,
    isSilent: () => isSilent,
    finish: async () => {
      unfollow()
      await microphone.close()
      sendSound()
      const isMarked = await activity.end()
      await sending
      const recording = await api.speech.finish({ id, unmarked: !isMarked })
      if (failure) throw failure
      return recording
    },
    cancel: async () => {
      unfollow()
      await microphone.close()
      void activity.end()
      await sending
      await api.speech.cancel({ id })
    },
  }
}

function bytesOf(pieces: readonly Int16Array<ArrayBuffer>[], length: number) {
  const sound = new Int16Array(length)
  let at = 0
  for (const piece of pieces) {
    sound.set(piece, at)
    at += piece.length
  }
  return new Uint8Array(sound.buffer)
}
