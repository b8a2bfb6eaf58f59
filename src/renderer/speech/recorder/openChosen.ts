import { AppError } from '../../../shared/errors.ts'

export interface ChosenStream {
  stream: MediaStream
  /** True if the chosen microphone is gone and the system's took its place. */
  isReplaced: boolean
}

export interface OpenChosenOptions {
  /** `getUserMedia`. */
  ask: (constraints: MediaStreamConstraints) => Promise<MediaStream>
  /** The constraints besides the device. */
  audio: MediaTrackConstraints
  /** Milliseconds until a sound system that does not answer is given up. */
  patience: number
}

/**
 * Opens the microphone that the user chose, or the system's if it is gone; null means the system's.
 * Errors: microphoneDenied, microphoneMissing, microphoneHangs.
 */
export async function openChosen(
  deviceId: string | null,
  { ask, audio, patience }: OpenChosenOptions,
): Promise<ChosenStream> {
  const open = (device: MediaTrackConstraints): Promise<MediaStream> =>
    patiently(ask({ audio: { ...audio, ...device } }), patience)
  try {
    if (deviceId === null) return { stream: await open({}), isReplaced: false }
    try {
      // Chromium opens the default one for `ideal`, whether the chosen one is there or not.
      return { stream: await open({ deviceId: { exact: deviceId } }), isReplaced: false }
    } catch (error) {
      // Another microphone is better than none.
      if (!['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))) throw error
      return { stream: await open({}), isReplaced: true }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const name = nameOf(error)
    if (name === 'NotAllowedError' || name === 'SecurityError') {
      throw new AppError('microphoneDenied', 'The microphone may not be used', {}, error)
    }
    throw new AppError('microphoneMissing', 'There is no microphone', {}, error)
  }
}

/** Waits for a stream; one that comes later is closed. */
async function patiently(opening: Promise<MediaStream>, patience: number): Promise<MediaStream> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    limit.reject(new AppError('microphoneHangs', 'The sound system does not answer'))
    opening.then(stop, () => undefined)
  }, patience)
  return Promise.race([opening, limit.promise]).finally(() => clearTimeout(timer))
}

/** An OverconstrainedError is no Error everywhere. */
function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
