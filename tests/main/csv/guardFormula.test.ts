import { expect, test } from 'vitest'
import { guardFormula } from '../../../src/main/csv/guardFormula.ts'

test.each([
  '=1+1',
  '+cmd',
  '-2+3+cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '- a list',
  '+1 (234) 567',
  '-',
])('%j is guarded', (value) => {
  expect(guardFormula(value)).toBe(`'${value}`)
})

test.each(['', 'a=b', ' =1', "'=1", '1-2', '-5', '+3.25', '-1,234.50', '-.5', '-1e-6', '-12 %'])(
  '%j stays as it is',
  (value) => {
    expect(guardFormula(value)).toBe(value)
  },
)
