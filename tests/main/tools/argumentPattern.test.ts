import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPattern, matchesPattern } from '../../../src/main/tools/argumentPattern.ts'

const name = fc.constantFrom('to', 'subject', 'text', '', ' ', '__proto__', 'constructor')
const value = fc.constantFrom<unknown>('a', 'b', 1, null, ['a'], { a: 1 }, { a: 2 })
const input = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }).map(fromFields)

/** As JSON gives it: `__proto__` is a field like any other. */
function fromFields(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const text = fields.map(([key, field]) => `${JSON.stringify(key)}:${JSON.stringify(field)}`)
  return JSON.parse(`{${text.join()}}`) as Record<string, unknown>
}

describe('a pattern', () => {
  test('fixes what the page does not name, such as an argument with a blank name', () => {
    const pattern = createPattern({ '': 'a', ' ': 'b', to: 'c' }, ['to'])
    expect(matchesPattern(pattern, { '': 'a', ' ': 'b', to: 'other' })).toBe(true)
    expect(matchesPattern(pattern, { '': 'other', ' ': 'b', to: 'c' })).toBe(false)
    expect(matchesPattern(pattern, { '': 'a', ' ': 'other', to: 'c' })).toBe(false)
  })

  test('covers the call that it was made of', () => {
    fc.assert(
      fc.property(input, fc.subarray(['to', 'text', '', '__proto__']), (given, free) => {
        expect(matchesPattern(createPattern(given, free), given)).toBe(true)
      }),
    )
  })

  test('covers no call with another value, a missing value or an unknown argument', () => {
    fc.assert(
      fc.property(
        input,
        input,
        fc.subarray(['to', 'text', '', '__proto__']),
        (given, other, free) => {
          const isCovered =
            Object.keys(other).every((key) => Object.hasOwn(given, key)) &&
            Object.keys(given)
              .filter((key) => !free.includes(key))
              .every(
                (key) =>
                  Object.hasOwn(other, key) &&
                  JSON.stringify(Object.entries(other).find(([at]) => at === key)) ===
                    JSON.stringify(Object.entries(given).find(([at]) => at === key)),
              )
          expect(matchesPattern(createPattern(given, free), other)).toBe(isCovered)
        },
      ),
    )
  })

  test.each([
    ['the same', { to: 'a', text: 'x' }, true],
    ['another free value', { to: 'a', text: 'y' }, true],
    ['no free value', { to: 'a' }, true],
    ['another fixed value', { to: 'b', text: 'x' }, false],
    ['a fixed value of another type', { to: ['a'], text: 'x' }, false],
    ['one more argument', { to: 'a', text: 'x', bcc: 'm' }, false],
    ['nothing', {}, false],
  ])('with a fixed `to`: %s', (_what, given, covered) => {
    const pattern = createPattern({ to: 'a', text: 'x' }, ['text'])
    expect(matchesPattern(pattern, given)).toBe(covered)
  })
})
