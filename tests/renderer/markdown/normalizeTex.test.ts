import { expect, test } from 'vitest'
import { hideOpenTex, normalizeTex } from '../../../src/renderer/markdown/normalizeTex.ts'

test.each([
  ['Let $x$ be \\(y\\).', 'Let $$x$$ be $$y$$.'],
  ['so \\[ x \\] holds', 'so $$x$$ holds'],
  ['the $\\alpha$-helix', 'the $$\\alpha$$-helix'],
  ['`$a$` and $b$', '`$a$` and $$b$$'],
  ['- x\n  ```sh\n  echo $A $B\n  ```\n  $x$', '- x\n  ```sh\n  echo $A $B\n  ```\n  $$x$$'],
])('%j holds TeX', (raw, source) => {
  expect(normalizeTex(raw)).toEqual({ source, holdsTex: true })
})

test.each([
  'It costs $5 and $10.',
  '$100 to $200',
  'use $PATH or $HOME',
  'an escaped \\$x\\$',
  '`` ` $x$ ``',
  'an array[\\(',
  'no dollar at all',
])('%j holds none', (raw) => {
  expect(normalizeTex(raw)).toEqual({ source: raw, holdsTex: false })
})

test('half a formula is held back, a price is not', () => {
  expect(hideOpenTex('Inline $e^{i')).toBe('Inline ')
  expect(hideOpenTex('so \\(a')).toBe('so ')
  expect(hideOpenTex('$x$ and $y_')).toBe('$x$ and ')
  expect(hideOpenTex('it costs $5')).toBe('it costs $5')
  expect(hideOpenTex('Let $x$, and foo_bar')).toBe('Let $x$, and foo_bar')
})
