export interface SpeechModel {
  /** How likely a frame is speech. */
  process: (frame: Float32Array) => Promise<{ isSpeech: number; notSpeech: number }>
  reset_state: () => void
}

/** Louder than any sample of a frame in which nobody can be heard: 54 dB under the loudest. */
const silenceMaximum = 0.002
/** A frame that is less likely speech is noise. */
const speechMinimum = 0.1
/** After so many frames of noise in a row, half a second, it is known how loud the room is. */
const knownFrames = 16
/** What is not louder than this times the noise is more of it: nobody speaks so softly. */
const noiseSpread = 1.5
/** One frame of so many is heard all the same, about one a second. */
const heardFrames = 32

/**
 * Spares the model silence and the noise of the room that it knows, which is most of what a
 * microphone hears. The last frame before a sound is not spared: the model hears what led there.
 */
export function createNoiseGate(model: SpeechModel): SpeechModel {
  let skipped: Float32Array | undefined
  let noise = 0
  let noiseFrames = 0

  const isKnownNoise = (loudness: number): boolean =>
    noiseFrames >= knownFrames && noiseFrames % heardFrames !== 0 && loudness < noise * noiseSpread

  const learn = (loudness: number, isSpeech: number): void => {
    if (isSpeech >= speechMinimum) {
      noiseFrames = 0
      return
    }
    noiseFrames += 1
    // A click is no louder room.
    if (noise === 0) noise = loudness
    else noise += (Math.min(loudness, noise * noiseSpread) - noise) / 8
  }

  return {
    process: async (frame) => {
      const loudness = loudnessOf(frame)
      const isNoise = isKnownNoise(loudness)
      if (isNoise || frame.every((sample) => Math.abs(sample) < silenceMaximum)) {
        // Silence teaches nothing of the noise that may come.
        if (isNoise) noiseFrames += 1
        skipped = frame
        return { isSpeech: 0, notSpeech: 1 }
      }
      const before = skipped
      skipped = undefined
      if (before) await model.process(before)
      const heard = await model.process(frame)
      learn(loudness, heard.isSpeech)
      return heard
    },
    reset_state: () => {
      skipped = undefined
      model.reset_state()
    },
  }
}

/** The root mean square. */
function loudnessOf(frame: Float32Array): number {
  return Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length)
}
