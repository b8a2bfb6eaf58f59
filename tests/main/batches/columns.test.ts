import { expect, test } from 'vitest'
import { nameColumns } from '../../../src/main/batches/columns.ts'

test('every column has a name of its own, which can stand within braces', () => {
  expect(nameColumns(['a', ' a ', '', 'a (2)', '{{b}}'])).toEqual([
    'a',
    'a (2)',
    'Column 3',
    'a (2) (2)',
    'b',
  ])
})
