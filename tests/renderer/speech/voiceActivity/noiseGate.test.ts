import { expect, test } from 'vitest'
import { createNoiseGate } from '../../../../src/renderer/speech/voiceActivity/noiseGate.ts'

const frameSamples = 512

/** Returns noise: all samples differ, and all frames are about as loud. */
const noiseOf = (amplitude: number): Float32Array =>
  Float32Array.from({ length: frameSamples }, () => (Math.random() * 2 - 1) * amplitude)

/** Treats sound louder than the room as speech, and counts the frames it gets. */
function createListening(room: number) {
  let heard = 0
  const gate = createNoiseGate({
    process: (frame) => {
      heard += 1
      const isSpeech = frame.some((sample) => Math.abs(sample) > room * 1.2) ? 1 : 0
      return Promise.resolve({ isSpeech, notSpeech: 1 - isSpeech })
    },
    reset_state: () => undefined,
  })
  return {
    heard: () => heard,
    hear: async (count: number, amplitude: number) => {
      const before = heard
      let speech = 0
      for (let frame = 0; frame < count; frame += 1) {
        speech += (await gate.process(noiseOf(amplitude))).isSpeech
      }
      return { heard: heard - before, speech }
    },
  }
}

test('of a room that is known the model hears about a frame a second', async () => {
  const { hear } = createListening(0.02)
  expect((await hear(16, 0.02)).heard).toBe(16)
  const { heard } = await hear(320, 0.02)
  expect(heard).toBeGreaterThan(5)
  expect(heard).toBeLessThan(40)
})

test('whoever speaks in it, if twice as loud, is heard from the first frame on', async () => {
  const { hear } = createListening(0.02)
  await hear(100, 0.02)
  expect(await hear(30, 0.04)).toMatchObject({ speech: 30 })
  // New noise is heard until it is known to be the room.
  expect((await hear(16, 0.02)).heard).toBe(16)
})

test('silence is no room: what comes after it is listened to until it is known', async () => {
  const { hear } = createListening(0.5)
  expect((await hear(100, 0.001)).heard).toBe(0)
  expect((await hear(16, 0.02)).heard).toBe(17)
})

test('a click teaches no louder room', async () => {
  const { hear } = createListening(0.5)
  await hear(100, 0.02)
  await hear(1, 0.4)
  expect((await hear(1, 0.04)).heard).toBeGreaterThan(0)
})
