import { expect, test } from 'vitest'
import { cutAtPauses } from '../../../../src/main/speech/recordings/cutAtPauses.ts'
import { sampleRate } from '../../../../src/shared/speech/audio.ts'
import { sound } from '../testSpeech.ts'

/** Yields pieces that end within a sample. */
async function* oddly(...sounds: Uint8Array[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.concat(sounds)
  for (let at = 0; at < bytes.length; at += 9973) yield bytes.subarray(at, at + 9973)
}

const seconds = (stretches: readonly { start: number; end: number }[]) =>
  stretches.map(({ start, end }) => [start / sampleRate, end / sampleRate])

test('what is quiet is left out, and short pauses stay', async () => {
  const found = await cutAtPauses(
    oddly(sound(1, 0), sound(1), sound(0.3, 0), sound(1), sound(3, 0), sound(1), sound(1, 0)),
    0,
  )
  expect(seconds(found)).toEqual([
    [0.75, 3.55],
    [6.05, 7.55],
  ])
})

test('the noise of a room is no speech, and neither is a click', async () => {
  const found = await cutAtPauses(
    oddly(sound(4, 0.02), sound(2, 0.4), sound(4, 0.02), sound(0.06, 0.4), sound(3, 0.02)),
    sampleRate,
  )
  expect(seconds(found)).toEqual([[4.75, 7.25]])
})

test('speech without a pause is cut where it is quietest, and nothing of it is lost', async () => {
  const found = await cutAtPauses(oddly(sound(20), sound(0.2, 0.05), sound(40)), 0)
  expect(found[0]?.end).toBeGreaterThanOrEqual(20 * sampleRate)
  expect(found[0]?.end).toBeLessThanOrEqual(20.2 * sampleRate)
  expect(found.every(({ start, end }) => end - start <= 25 * sampleRate)).toBe(true)
  expect(found.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(60.2 * sampleRate)
})

test('nothing but silence gives nothing', async () => {
  expect(await cutAtPauses(oddly(sound(5, 0.001)), 0)).toEqual([])
  expect(await cutAtPauses(oddly(), 0)).toEqual([])
})
