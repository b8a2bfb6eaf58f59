import { describe, expect, test } from 'vitest'
import { maxSegmentSamples } from '../../../../src/shared/speech/audio.ts'
import {
  createSpeechFrames,
  frameSamples,
  type Segment,
} from '../../../../src/renderer/speech/voiceActivity/speechFrames.ts'

const sampleRate = 16_000

/** Treats everything but silence as speech. */
const model = {
  process: (frame: Float32Array) => {
    const isSpeech = frame.some((sample) => Math.abs(sample) > 0.1) ? 1 : 0
    return Promise.resolve({ isSpeech, notSpeech: 1 - isSpeech })
  },
  reset_state: () => undefined,
}

/** Delivers seconds of silence and sound in turn, beginning with silence, in odd pieces. */
async function listenTo(...seconds: number[]) {
  const segments: Segment[] = []
  let starts = 0
  const frames = createSpeechFrames(model, {
    onStart: () => (starts += 1),
    onSegment: (segment) => segments.push(segment),
  })
  const sound = Int16Array.from(
    seconds.flatMap((length, index) =>
      Array<number>(Math.round(length * sampleRate)).fill(index % 2 === 0 ? 0 : 12_000),
    ),
  )
  for (let at = 0; at < sound.length; at += 1601) await frames.push(sound.subarray(at, at + 1601))
  return { segments, starts: () => starts, end: () => frames.end() }
}

const seconds = (samples: number): number => samples / sampleRate

describe('speech frames', () => {
  test('a segment has what was said, with a little silence around it', async () => {
    const { segments, starts } = await listenTo(1, 2, 2)
    expect(starts()).toBe(1)
    expect(segments).toHaveLength(1)
    expect(seconds(segments[0]!.start)).toBeGreaterThan(0.6)
    expect(seconds(segments[0]!.start)).toBeLessThanOrEqual(1)
    expect(seconds(segments[0]!.end)).toBeGreaterThan(3)
    expect(seconds(segments[0]!.end)).toBeLessThan(3.7)
  })

  test('a short pause divides nothing, a longer one does, and segments don’t overlap', async () => {
    const { segments, starts } = await listenTo(1, 1, 0.3, 1, 0.6, 1, 1)
    expect(starts()).toBe(2)
    expect(segments).toHaveLength(2)
    expect(segments[1]!.start).toBeGreaterThanOrEqual(segments[0]!.end)
  })

  test('the model is spared silence, but for the last of it before a sound', async () => {
    const heard: boolean[] = []
    const counting = {
      ...model,
      process: (frame: Float32Array) => {
        heard.push(frame.some((sample) => sample !== 0))
        return model.process(frame)
      },
    }
    const events = { onStart: () => undefined, onSegment: () => undefined }
    const frames = createSpeechFrames(counting, events)
    const sound = new Int16Array(20 * frameSamples).fill(
      12_000,
      10 * frameSamples,
      12 * frameSamples,
    )
    await frames.push(sound)
    expect(heard).toEqual([false, true, true])
  })

  test('a click is no speech', async () => {
    const { segments, starts } = await listenTo(1, 0.05, 2)
    expect(segments).toEqual([])
    expect(starts()).toBe(0)
  })

  test('what is still being said at the end is a segment', async () => {
    const { segments, end } = await listenTo(1, 2)
    expect(segments).toEqual([])
    end()
    expect(segments).toHaveLength(1)
    expect(seconds(segments[0]!.end)).toBeCloseTo(3, 1)
  })

  test('a speech without pauses is cut where main still takes it, and nothing is left out', async () => {
    const { segments, end } = await listenTo(1, 65)
    end()
    expect(segments.length).toBeGreaterThan(2)
    for (const { start, end: segmentEnd } of segments) {
      expect(segmentEnd - start).toBeLessThanOrEqual(maxSegmentSamples)
    }
    for (const [index, { start }] of segments.slice(1).entries()) {
      expect(start - segments[index]!.end).toBeLessThanOrEqual(frameSamples)
    }
  })
})
