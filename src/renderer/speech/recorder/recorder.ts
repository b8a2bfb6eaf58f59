import { sampleRate } from '../../../shared/speech/audio.ts'
import type { Recording, RecordingPurpose } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { createVoiceActivity } from '../voiceActivity/voiceActivity.ts'
import { levelOf, openMicrophone } from './microphone.ts'
import type { Microphone } from './microphone.ts'

export interface RecorderEvents {
  /** Called five times a second with a level from 0 to 1. */
  onLevel: (level: number) => void
  /** Called when someone has begun to speak. */
  onSpeech?: () => void
  /** Called when someone has spoken and paused: that segment is being transcribed. */
  onSegment?: () => void
  /**
   * Called when the microphone is gone or nothing more can be saved: the recorded part is still
   * transcribed.
   */
  onLost: () => void
  /** Called when no engine can transcribe, so that nobody talks on in vain. */
  onHopeless: () => void
}

export interface RunningRecording {
  id: string
  /** Returns whether the microphone has given no sound at all, not even a room's noise. */
  isSilent: () => boolean
  /** Stops and resolves with the whole text. Errors: why a part was not saved. */
  finish: () => Promise<Recording>
  /** Stops, and leaves the recording to the caller. */
  stop: () => Promise<void>
}

/** A recording that the page itself has begun. */
export interface OwnRecording extends RunningRecording {
  /** Stops and deletes the recording. */
  cancel: () => Promise<void>
}

/**
 * Short, because a kill may lose a second; not shorter, because each message costs more than its
 * bytes.
 */
const callSamples = 0.6 * sampleRate
/** Out of 32,768: in no room is an open microphone this quiet. */
const maxSilenceLevel = 8

interface RecordOptions {
  purpose: RecordingPurpose
  microphone: string | null
}

/**
 * Begins a recording and fills it. Errors: microphoneDenied, microphoneMissing, diskFull; then no
 * recording is left.
 */
export async function startRecording(
  { purpose, microphone }: RecordOptions,
  events: RecorderEvents,
): Promise<OwnRecording> {
  const { id } = await api.speech.begin({ purpose })
  const remove = async (): Promise<void> => void (await api.speech.cancel({ id }))
  try {
    const running = await record(id, microphone, events)
    return { ...running, cancel: () => running.stop().then(remove) }
  } catch (error) {
    await remove().catch(() => undefined)
    throw error
  }
}

/**
 * Fills a recording that has begun: sends the sound to main every 0.6 s, which saves it before it
 * answers, and marks each spoken segment, so that main transcribes it meanwhile. Errors:
 * microphoneDenied, microphoneMissing.
 */
export async function record(
  id: string,
  deviceId: string | null,
  events: RecorderEvents,
): Promise<RunningRecording> {
  let isOpen = false
  let isHopeless = false
  const notice = (changed: Recording): void => {
    if (isHopeless || changed.id !== id || !changed.error || changed.state !== 'recording') return
    isHopeless = true
    if (isOpen) events.onHopeless()
  }
  const unfollow = api.speech.recordingChanged(notice)
  // Main may have found no engine before this page followed.
  api.speech.get({ id }).then(notice, () => undefined)
  let offset = 0
  let unsent: Int16Array<ArrayBuffer>[] = []
  let unsentSamples = 0
  let failure: Error | undefined
  let isSilent = true
  /** In order: each piece is sent once the one before is on disk. */
  let sending: Promise<void> = Promise.resolve()
  const enqueue = (send: () => Promise<unknown>): void => {
    sending = sending.then(async () => {
      if (failure) return
      try {
        await send()
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        // Nothing more can be saved. `finish` reports why.
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
    isSilent &&= samples.every((sample) => Math.abs(sample) <= maxSilenceLevel)
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
    throw error
  }
  isOpen = true
  // Called after the caller knows that the recording runs.
  if (isHopeless) setTimeout(events.onHopeless)
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
    stop: async () => {
      unfollow()
      await microphone.close()
      void activity.end()
      await sending
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
