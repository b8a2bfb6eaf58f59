import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalArguments } from '../../../src/shared/plugins/canonicalArguments.ts'

const problemOf = (text: string): string => {
  const read = canonicalArguments(text)
  return 'problem' in read ? read.problem : ''
}
const isAltered = (text: string): boolean => {
  const read = canonicalArguments(text)
  return 'problem' in read && read.isAltered
}

test.each([
  ['', '{}'],
  [' \n', '{}'],
  [' { "a" : [ 1 , 2 ] } ', '{"a":[1,2]}'],
  ['{"\\u0061":"\\u0062\\/"}', '{"a":"b/"}'],
  ['{"":1," ":2}', '{"":1," ":2}'],
  [
    '{"a":{"x":1},"b":{"x":2},"c":[{"x":3},{"x":4}]}',
    '{"a":{"x":1},"b":{"x":2},"c":[{"x":3},{"x":4}]}',
  ],
  ['{"constructor":1,"toString":2,"a":"a"}', '{"constructor":1,"toString":2,"a":"a"}'],
  [
    '{"a":1.0,"b":1.50e3,"c":0.10,"d":1E+2,"e":0.0,"f":-0.5}',
    '{"a":1,"b":1500,"c":0.1,"d":100,"e":0,"f":-0.5}',
  ],
  [
    '{"a":1e300,"b":5e-324,"c":1.7976931348623157e308}',
    '{"a":1e+300,"b":5e-324,"c":1.7976931348623157e+308}',
  ],
  ['{"a":9007199254740991,"b":-9007199254740991}', '{"a":9007199254740991,"b":-9007199254740991}'],
  [
    '{"a":"__proto__","b":"9007199254740993","c":"\\ud83d\\ude00"}',
    '{"a":"__proto__","b":"9007199254740993","c":"😀"}',
  ],
])('%s is %s', (text, canonical) => {
  expect(canonicalArguments(text)).toEqual({
    text: canonical,
    input: JSON.parse(canonical) as unknown,
  })
})

test.each([
  ['a whole number that is rounded', '{"id":9007199254740993}', '9007199254740993'],
  ['one that another is read as', '{"id":9007199254740992}', '9007199254740992'],
  ['a negative one', '{"id":[-9007199254740993]}', '-9007199254740993'],
  ['one in another notation', '{"id":9007199254740993e0}', '9007199254740993e0'],
  ['too many digits', '{"x":0.12345678901234567891}', '0.12345678901234567891'],
  ['infinity', '{"x":1e400}', 'Infinity'],
  ['what becomes nothing', '{"x":1e-400}', '1e-400'],
  ['minus zero', '{"x":-0}', '-0'],
  ['minus zero as a fraction', '{"x":-0.0}', '-0.0'],
  ['__proto__', '{"__proto__":{"a":1}}', '__proto__'],
  ['__proto__ in other letters', '{"a":[{"\\u005f_proto__":1}]}', '__proto__'],
  ['two values', '{"a":1,"b":{"a":2},"a":3}', '"a"'],
  ['two values, one escaped', '{"a":1,"\\u0061":2}', '"a"'],
  ['two blank names', '{"":1, "" :2}', '""'],
  ['half a character', '{"a":"\\ud83d"}', 'half a character'],
  ['half a character in a name', '{"\\ude00":1}', 'half a character'],
  ['too many levels', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, '200 levels'],
  ['far too many levels', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, '200 levels'],
])('%s is refused', (_what, text, named) => {
  expect(isAltered(text)).toBe(true)
  expect(problemOf(text)).toContain(named)
})

test.each([['[1]'], ['null'], ['4'], ['{"a":1'], ['{"a":NaN}'], ['free text']])(
  '%s is no object',
  (text) => {
    expect(canonicalArguments(text)).toEqual({
      problem: 'The arguments are not a JSON object.',
      isAltered: false,
    })
  },
)

describe('whatever is accepted', () => {
  test('is one text in any notation, and is read as what was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = canonicalArguments(text)
        if ('problem' in read) {
          // JSON.stringify writes whole numbers up to 1e21 with all of their digits.
          expect(text).toMatch(/\d{16}|__proto__|-0|\\ud/)
          return
        }
        expect(read.text).toBe(JSON.stringify(JSON.parse(text)))
        expect(JSON.stringify(read.input)).toBe(read.text)
        expect(canonicalArguments(read.text)).toEqual(read)
      }),
    )
  })

  test('holds each number with the value that was written', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/)
    const fraction = fc.option(fc.stringMatching(/^\d{1,24}$/))
    const power = fc.option(fc.integer({ min: -330, max: 330 }))
    fc.assert(
      fc.property(digits, fraction, power, (whole, after, exponent) => {
        const token = `${whole}${after === null ? '' : `.${after}`}${exponent === null ? '' : `e${String(exponent)}`}`
        const read = canonicalArguments(`{"n":${token}}`)
        if ('problem' in read) return
        expect(exactly(read.text.slice(5, -1))).toBe(exactly(token))
      }),
    )
  })
})

/** Returns a number as a whole number of 10^-400, exactly. */
function exactly(token: string): bigint {
  const [mantissa = '', power = '0'] = token.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(400 + Number(power) - fraction.length)
}

test('a long text is read in time that grows with its length', () => {
  const long = `{"a":"${'\\"x'.repeat(2_000_000)}","b":${'1'.repeat(300_000)}0}`
  expect(isAltered(long)).toBe(true)
  expect(isAltered(`{"b":1.${'0'.repeat(300_000)}1}`)).toBe(true)
})
