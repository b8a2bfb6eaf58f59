import { expect, test } from 'vitest'
import { modelIdsIn } from '../../../../src/renderer/providers/options/modelIdsIn.ts'

test('takes one id a line, each once, without blank lines', () => {
  expect(modelIdsIn(' gpt-a \n\n gpt-b\r\ngpt-a\n')).toEqual(['gpt-a', 'gpt-b'])
})

test('takes a pasted list with commas', () => {
  expect(modelIdsIn('a, b,,c')).toEqual(['a', 'b', 'c'])
})

test('an empty text has no ids', () => {
  expect(modelIdsIn(' \n ')).toEqual([])
})
