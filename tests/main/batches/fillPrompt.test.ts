import { expect, test } from 'vitest'
import { fillPrompt, variablesIn } from '../../../src/main/batches/fillPrompt.ts'

test('names are found once each, whatever the spaces around them', () => {
  expect(variablesIn('{{ a }} {{b c}} {{a}}', '{{d}} {e} {{}}')).toEqual(['a', 'b c', 'd'])
})

test('a value that looks like a variable or a pattern stays as it is', () => {
  const values = new Map([
    ['a', '{{b}} $& $1'],
    ['b', 'two'],
  ])
  expect(fillPrompt('{{a}} and {{ b }}, not {{c}}', values)).toBe('{{b}} $& $1 and two, not {{c}}')
})
