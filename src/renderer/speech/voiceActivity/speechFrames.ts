import { FrameProcessor } from '@ricky0123/vad-web/dist/frame-processor'
import { Message } from '@ricky0123/vad-web/dist/messages'
import { createNoiseGate } from './noiseGate.ts'
import type { SpeechModel } from './noiseGate.ts'

const sampleRate = 16_000
/** The number of samples that the model takes at once. */
export const frameSamples = 512
/** Longer speech is cut, so that its text arrives while the user speaks on. */
const segmentSeconds = 20

export interface Segment {
  /** The first sample, and the one after the last. */
  start: number
  end: number
}

export interface SpeechFrames {
  /** Takes the samples that follow the earlier ones. */
  push: (samples: Int16Array) => Promise<void>
  /** Ends the input: unfinished speech becomes a segment. */
  end: () => void
}

interface SpeechEvents {
  /** Called when someone speaks, and it is more than a click or a cough. */
  onStart: () => void
  onSegment: (segment: Segment) => void
}

/** Finds speech frame by frame. Segments include a little silence at both ends. */
export function createSpeechFrames(model: SpeechModel, events: SpeechEvents): SpeechFrames {
  const { process, reset_state: resetState } = createNoiseGate(model)
  const processor = new FrameProcessor(
    process,
    resetState,
    {
      positiveSpeechThreshold: 0.4,
      negativeSpeechThreshold: 0.25,
      redemptionMs: 500,
      preSpeechPadMs: 320,
      minSpeechMs: 160,
      submitUserSpeechOnPause: true,
    },
    (frameSamples / sampleRate) * 1000,
  )
  processor.resume()
  let frame = new Float32Array(frameSamples)
  let length = 0
  let seen = 0
  let lastEnd = 0
  let speechStart: number | undefined

  type ProcessorEvent = Parameters<Parameters<typeof processor.process>[1]>[0]
  const handle = (event: ProcessorEvent): void => {
    if (event.msg === Message.SpeechStart) {
      speechStart = seen
    } else if (event.msg === Message.SpeechRealStart) {
      events.onStart()
    } else if (event.msg === Message.VADMisfire) {
      speechStart = undefined
    } else if (event.msg === Message.SpeechEnd) {
      speechStart = undefined
      const start = Math.max(lastEnd, seen - event.audio.length)
      lastEnd = seen
      if (start < seen) events.onSegment({ start, end: seen })
    }
  }

  const processFrame = async (): Promise<void> => {
    const whole = frame
    frame = new Float32Array(frameSamples)
    length = 0
    seen += frameSamples
    await processor.process(whole, handle)
    const isLong = speechStart !== undefined && seen - speechStart > segmentSeconds * sampleRate
    if (!isLong) return
    processor.endSegment(handle)
    processor.resume()
  }

  return {
    push: async (samples) => {
      for (const sample of samples) {
        frame[length] = sample / 32_768
        length += 1
        if (length === frameSamples) await processFrame()
      }
    },
    end: () => void processor.endSegment(handle),
  }
}
