import { expect, test } from 'vitest'
import { fillVariables, listVariables } from '../../src/shared/promptVariables.ts'

test('variables are listed once, in their order, with what Parley fills in', () => {
  const text = '{{ who }}, {{Date}}: {{who}} {{CURRENT_TIME}} {{clipboard}} \\{{not}} {{}} {{a\nb}}'
  expect(listVariables(text).map(({ name, builtIn }) => [name, builtIn])).toEqual([
    ['who', undefined],
    ['date', 'date'],
    ['current_time', 'time'],
    ['clipboard', 'clipboard'],
  ])
})

test('code keeps what a backslash stands before, and braces around a variable stay', () => {
  const text = '`\\{{ user.name }}` `${{ github.ref }}` {{{raw}}} {% if x %} { {a} } {{a|b|c}}'
  expect(listVariables(text).map(({ name }) => name)).toEqual(['github.ref', 'raw', 'a'])
  const values = new Map([
    ['github.ref', 'main'],
    ['raw', '{{raw}}'],
  ])
  expect(fillVariables(text, values)).toBe(
    '`{{ user.name }}` `$main` {{{raw}}} {% if x %} { {a} } {{a|b|c}}',
  )
})

test('a text of braces alone costs no time', () => {
  const started = performance.now()
  for (const text of ['{{'.repeat(25_000), '{{a|'.repeat(12_500), `{{${'a'.repeat(49_000)}`]) {
    expect(listVariables(text)).toEqual([])
  }
  expect(performance.now() - started).toBeLessThan(1000)
})

test('a proposed value is taken from any mention of the variable', () => {
  const [variable] = listVariables('{{who}} {{who | text:default="Ada"}}')
  expect(variable?.preset).toBe('Ada')
})

test('values are taken literally, and what has none stays', () => {
  const values = new Map([
    ['a', '{{b}} $& $1'],
    ['b', 'B'],
  ])
  expect(fillVariables('{{a}} {{ b }} {{c}} \\{{a}}', values)).toBe('{{b}} $& $1 B {{c}} {{a}}')
})
