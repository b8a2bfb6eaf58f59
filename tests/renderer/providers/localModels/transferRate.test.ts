import { expect, test } from 'vitest'
import {
  transferRate,
  withSample,
} from '../../../../src/renderer/providers/localModels/transferRate.ts'
import type { TransferSample } from '../../../../src/renderer/providers/localModels/transferRate.ts'

function collect(...samples: [at: number, bytes: number][]): TransferSample[] {
  return samples.reduce<TransferSample[]>(
    (known, [at, bytes]) => withSample(known, { at, bytes }),
    [],
  )
}

test('the rate is that of the last seconds, not of the whole transfer', () => {
  const slow = collect([0, 0], [1000, 10], [20_000, 200], [21_000, 5_000_200])
  expect(transferRate(slow)).toBe(5_000_000)
})

test('nothing is said before there is something to tell it by', () => {
  expect(transferRate([])).toBeUndefined()
  expect(transferRate(collect([0, 0], [100, 1_000_000]))).toBeUndefined()
})

test('a transfer that starts over does not run backwards', () => {
  expect(transferRate(collect([0, 0], [1000, 900], [1100, 5]))).toBeUndefined()
})

test('however many events come, few samples are kept', () => {
  const events = Array.from({ length: 5000 }, (_, at): [number, number] => [at, at * 10])
  const samples = collect(...events)
  expect(samples.length).toBeLessThan(30)
  expect(transferRate(samples)).toBe(10_000)
})
