import { expect, test } from 'vitest'
import { listFaults } from '../../scripts/faults.mjs'

test('faults are of one line, and leave types alone', () => {
  const code = `const limit: 5 | true = 5
export function keep(a: number | undefined): boolean {
  if (a !== undefined && a < limit) {
    note(a)
    return true
  }
  return false
}
`
  const changed = listFaults('src/a.ts', code).map(({ start, end, replacement, line }) => {
    const whole = code.slice(0, start) + replacement + code.slice(end)
    return `${String(line)}: ${whole.split('\n')[line - 1]?.trim() ?? ''}`
  })
  expect(changed).toEqual([
    '1: const limit: 5 | true = 6',
    '3: if (true) {',
    '3: if (a !== undefined || a < limit) {',
    '3: if (a === undefined && a < limit) {',
    '3: if (a !== undefined && a <= limit) {',
    '4: ;',
    '5: return false',
    '7: return true',
  ])
})
