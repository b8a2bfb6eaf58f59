import { expect, test } from 'vitest'
import { packAlpha, unpackAlpha } from '../../../../src/renderer/media/mask/alphaRuns.ts'
import { mulberry32 } from '../../../mulberry32.ts'

const colour = 0x7b45e0

test('neighbours of equal opacity are one run, whatever their colours', () => {
  const pixels = Uint32Array.of(0x00000000, 0x00ffffff, 0xff112233, 0xff000000, 0x80123456)
  const runs = packAlpha(pixels)
  expect([...runs]).toEqual([0x00000002, 0xff000002, 0x80000001])
  const unpacked = new Uint32Array(5)
  unpackAlpha(runs, colour, unpacked)
  expect([...unpacked]).toEqual([colour, colour, 0xff7b45e0, 0xff7b45e0, 0x807b45e0])
})

test('no pixels are no runs', () => {
  expect(packAlpha(new Uint32Array(0))).toHaveLength(0)
})

test('more pixels than a run can count are several', () => {
  const pixels = new Uint32Array(2 ** 24 + 5).fill(0xffffffff)
  const runs = packAlpha(pixels)
  expect([...runs].map((run) => run & 0xffffff)).toEqual([2 ** 24 - 1, 6])
  unpackAlpha(runs, colour, pixels)
  expect(pixels.every((pixel) => pixel === 0xff7b45e0)).toBe(true)
})

test('all opacities come back as they were', () => {
  const random = mulberry32(7)
  const pixels = Uint32Array.from({ length: 10_000 }, () => random() * 2 ** 32)
  const unpacked = new Uint32Array(pixels.length)
  unpackAlpha(packAlpha(pixels), colour, unpacked)
  expect(unpacked.every((pixel, at) => pixel >>> 24 === (pixels[at] ?? 0) >>> 24)).toBe(true)
})
