import { expect, test } from 'vitest'
import { toRow } from '../bench/row.ts'
import { formatTable } from '../bench/table.ts'

test('a row gives the median and holds it against an aim and a rival', () => {
  const against = { name: 'copy', value: 4 }
  const row = toRow({ name: 'a', unit: 'ms', samples: [9, 1, 3, 5], against, aim: { most: 4 } })
  expect(row).toMatchObject({ value: 4, ratio: 1, met: true, runs: 4, min: 1, max: 9 })
  expect(toRow({ name: 'b', unit: 'MB/s', samples: [2], aim: { least: 3 } }).met).toBe(false)
  expect(toRow({ name: 'c', unit: 'ms', samples: [7, 1, 2] })).not.toHaveProperty('met')
})

test('a measurement without a number is refused', () => {
  expect(() => toRow({ name: 'a', unit: 'ms', samples: [] })).toThrow('a has no sample')
  expect(() => toRow({ name: 'a', unit: 'ms', samples: [1, Number.NaN] })).toThrow('no number')
})

test('the table says which aim was missed', () => {
  const rows = [
    toRow({ name: 'first', unit: 'ms', samples: [120.4], aim: { most: 100 } }),
    toRow({ name: 'second', unit: 'ms', samples: [1.234] }),
  ]
  const lines = formatTable(rows).split('\n')
  expect(new Set(lines.map((line) => line.length)).size).toBe(1)
  expect(lines[2]).toMatch(/first .* 120 .* ≤ 100 .* NO/)
  expect(lines[3]).toMatch(/second .* 1\.23 /)
})
