import { sampleRate } from '../../../shared/speech/audio.ts'
import { atom } from 'jotai'
import { store } from '../../core/store.ts'
import { openChosen } from './openChosen.ts'
import { showUse } from './microphoneUse.ts'
import workletAddress from './captureWorklet.ts?worker&url'

const levelSteps = 20
/** A larger block wakes the page less often, and still fits Chromium's audio buffer. */
const latencySeconds = 0.04
/** The option that Chromium knows and TypeScript does not. */
interface CaptureOptions extends AudioContextOptions {
  sinkId: { type: 'none' }
}

/** Nothing is played, so the loudspeaker stays closed. */
const captureOptions: CaptureOptions = {
  sampleRate,
  latencyHint: latencySeconds,
  sinkId: { type: 'none' },
}
/** Longest wait for the last piece of a recording. */
const emptyMilliseconds = 500

/** A sound system opens a microphone within this time, or hangs. */
const openMilliseconds = 10_000
/** macOS asks the user first, once. */
const askingMilliseconds = 60_000

/** Whether the system's microphone was opened in place of the chosen one, which is gone. */
export const microphoneReplacedAtom = atom(false)

/** A piece of sound, or the message that no more follows. */
type CaptureMessage = Int16Array<ArrayBuffer> | 'over'

/**
 * The purpose of the sound. In a conversation the loudspeaker speaks too, and its echo is removed.
 * A dictation keeps echo and noise and only evens out loudness: engines are trained on noise, and
 * its removal costs speech and processor time.
 */
export type SoundUse = 'dictation' | 'conversation'

const processing = {
  dictation: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
  conversation: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
} as const satisfies Record<SoundUse, MediaTrackConstraints>

export interface Microphone {
  /** Closes the microphone. Resolves when all its sound has been delivered. */
  close: () => Promise<void>
}

interface MicrophoneEvents {
  /** Called with the next fifth of a second. */
  onPiece: (samples: Int16Array<ArrayBuffer>) => void
  /** Called when the microphone is unplugged or the system takes it away. */
  onLost: () => void
}

/**
 * Opens a microphone; null, or one that is gone, gives the system's choice. Errors:
 * microphoneDenied, microphoneMissing, microphoneHangs.
 */
export async function openMicrophone(
  deviceId: string | null,
  use: SoundUse,
  { onPiece, onLost }: MicrophoneEvents,
): Promise<Microphone> {
  const stream = await openStream(deviceId, use)
  const context = new AudioContext(captureOptions)
  try {
    await context.audioWorklet.addModule(workletAddress)
  } catch (error) {
    stop(stream)
    void context.close()
    throw error
  }
  const source = context.createMediaStreamSource(stream)
  const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
  const emptied = Promise.withResolvers<void>()
  capture.port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => {
    if (data === 'over') emptied.resolve()
    else onPiece(data)
  })
  capture.port.start()
  source.connect(capture)
  const [track] = stream.getAudioTracks()
  track?.addEventListener('ended', onLost)
  await context.resume()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    track?.removeEventListener('ended', onLost)
    stop(stream)
    capture.port.postMessage('end')
    // A hanging sound system must not hold back the recording.
    const timer = setTimeout(emptied.resolve, emptyMilliseconds)
    await emptied.promise
    clearTimeout(timer)
    await context.close()
  }
  return { close: () => (closing ??= close()) }
}

/**
 * Opens the microphone's stream. Errors: microphoneDenied, microphoneMissing, microphoneHangs.
 */
export async function openStream(deviceId: string | null, use: SoundUse): Promise<MediaStream> {
  const { stream, isReplaced } = await openChosen(deviceId, {
    ask: (constraints) => navigator.mediaDevices.getUserMedia(constraints),
    audio: { channelCount: 1, ...processing[use] },
    patience: navigator.userAgent.includes('Macintosh') ? askingMilliseconds : openMilliseconds,
  })
  store.set(microphoneReplacedAtom, isReplaced)
  showUse(stream)
  return stream
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/**
 * Returns the perceived loudness of a piece, from 0 to 1, in steps, so that a quiet meter does not
 * move.
 */
export function levelOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += (sample / 32_768) ** 2
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-9)
  const level = Math.max(0, Math.min(1, (decibels + 55) / 45))
  return Math.round(level * levelSteps) / levelSteps
}
