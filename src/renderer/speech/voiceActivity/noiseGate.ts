export interface SpeechModel {
  /** Returns how likely a frame is speech. */
  process: (frame: Float32Array) => Promise<{ isSpeech: number; notSpeech: number }>
  reset_state: () => void
}

/** 54 dB below the maximum: in quieter frames nobody can be heard. */
const maxSilenceLevel = 0.002
/** A frame with a lower likelihood of speech is noise. */
const minSpeechLikelihood = 0.1
/** Half a second of noise frames in a row, after which the room's loudness is known. */
const knownFrames = 16
/** A sound quieter than this times the noise is noise too: nobody speaks so softly. */
const noiseSpread = 1.5
/** One of this many skipped frames goes to the model anyway, about one a second. */
const heardFrames = 32

/**
 * Keeps silence and known room noise from the model: most of what a microphone hears. The last
 * frame before a sound does go to the model, which needs the lead-in.
 */
export function createNoiseGate(model: SpeechModel): SpeechModel {
  let skipped: Float32Array | undefined
  let noise = 0
  let noiseFrames = 0

  const isKnownNoise = (loudness: number): boolean =>
    noiseFrames >= knownFrames && noiseFrames % heardFrames !== 0 && loudness < noise * noiseSpread

  const learn = (loudness: number, isSpeech: number): void => {
    if (isSpeech >= minSpeechLikelihood) {
      noiseFrames = 0
      return
    }
    noiseFrames += 1
    // A click does not make the room louder.
    if (noise === 0) noise = loudness
    else noise += (Math.min(loudness, noise * noiseSpread) - noise) / 8
  }

  return {
    process: async (frame) => {
      const loudness = loudnessOf(frame)
      const isNoise = isKnownNoise(loudness)
      if (isNoise || frame.every((sample) => Math.abs(sample) < maxSilenceLevel)) {
        // Silence tells nothing about later noise.
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

/** Returns the root mean square. */
function loudnessOf(frame: Float32Array): number {
  return Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length)
}
