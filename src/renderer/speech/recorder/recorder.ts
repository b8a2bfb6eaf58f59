import type { Recording, RecordingPurpose } from '../../../shared/speech.ts'
import { api } from '../../app/bridge.ts'
import { createVoiceActivity } from '../voiceActivity/voiceActivity.ts'
import { levelOf, openMicrophone } from './microphone.ts'
import type { Microphone } from './microphone.ts'

export interface RecorderEvents {
  /** From 0 to 1, ten times a second. */
  onLevel: (level: number) => void
  /** Someone has begun to speak. */
  onSpeech?: () => void
  /** Someone has spoken, and paused: that part is being transcribed. */
  onSegment?: () => void
  /** The microphone is gone: what was said is kept, and the recording goes to its end. */
  onLost: () => void
}

export interface RunningRecording {
  id: string
  /** Stops, and resolves with the text of all that was said. Errors: why some of it is not kept. */
  finish: () => Promise<Recording>
  /** Stops, and throws everything away. */
  cancel: () => Promise<void>
}

interface RecordOptions {
  purpose: RecordingPurpose
  microphone: string | null
}

/**
 * Records: every tenth of a second goes to main, which has it on the disk before it goes on, and
 * each part that someone has spoken is marked, so that its text is made meanwhile. Errors:
 * microphoneDenied, microphoneMissing, diskFull.
 */
export async function startRecording(
  { purpose, microphone: deviceId }: RecordOptions,
  events: RecorderEvents,
): Promise<RunningRecording> {
  const { id } = await api.speech.begin({ purpose })
  let offset = 0
  let failure: Error | undefined
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
  const activity = createVoiceActivity({
    onStart: () => events.onSpeech?.(),
    onSegment: ({ start, end }) => {
      enqueue(() => api.speech.mark({ id, start, end: Math.min(end, offset) }))
      events.onSegment?.()
    },
  })
  const takePiece = (samples: Int16Array<ArrayBuffer>): void => {
    const pcm = new Uint8Array(samples.buffer.slice(0))
    const at = offset
    offset += samples.length
    events.onLevel(levelOf(samples))
    enqueue(() => api.speech.append({ id, offset: at, pcm }))
    activity.push(samples)
  }
  let microphone: Microphone
  try {
    microphone = await openMicrophone(deviceId, { onPiece: takePiece, onLost: events.onLost })
  } catch (error) {
    await api.speech.cancel({ id }).catch(() => undefined)
    throw error
  }
  return {
    id,
    finish: async () => {
      await microphone.close()
      const isMarked = await activity.end()
      await sending
      const recording = await api.speech.finish({ id, unmarked: !isMarked })
      if (failure) throw failure
      return recording
    },
    cancel: async () => {
      await microphone.close()
      void activity.end()
      await sending
      await api.speech.cancel({ id })
    },
  }
}
