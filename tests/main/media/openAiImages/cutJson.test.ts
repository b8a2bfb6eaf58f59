import { expect, test } from 'vitest'
import { parseCutJson } from '../../../../src/main/media/openAiImages/cutJson.ts'

const whole = {
  created: 1_700_000_000,
  data: [
    { b64_json: 'picture:1', revised_prompt: 'A "fox", [red] {and} wide\\' },
    { b64_json: 'picture:2', seed: 7, flagged: false, url: null },
    'text',
    [1, 2],
  ],
  usage: { input_tokens: 120 },
}

/** Throws unless all of the part is in the whole, at the same place and with the same value. */
function expectPart(part: unknown, of: unknown): void {
  if (typeof part !== 'object' || part === null) {
    expect(part).toBe(of)
    return
  }
  for (const [name, value] of Object.entries(part)) {
    expectPart(value, (of as Record<string, unknown>)[name])
  }
}

test.each([undefined, 2])(
  'what came whole is the same, wherever it is cut (indent %s)',
  (indent) => {
    const text = JSON.stringify(whole, null, indent)
    let last = 0
    for (let length = 1; length <= text.length; length += 1) {
      const part = parseCutJson(text.slice(0, length))
      expectPart(part, whole)
      const size = JSON.stringify(part).length
      expect(size).toBeGreaterThanOrEqual(last)
      last = size
    }
    expect(parseCutJson(text)).toEqual(whole)
  },
)

test.each([
  ['{"b64_json":"picture:1"', { b64_json: 'picture:1' }],
  ['{"b64_json":"picture:', {}],
  ['{"b64_json":"picture:1","usa', { b64_json: 'picture:1' }],
  ['{"n":12', {}],
  ['{"n":12,', { n: 12 }],
  ['{"data":[{"b64_json":"picture:1"},{"b64_json":"', { data: [{ b64_json: 'picture:1' }, {}] }],
])('%s', (text, part) => {
  expect(parseCutJson(text)).toEqual(part)
})

test.each(['', '<html>', 'Bad gateway', '"text', '[1'])('%s is no object', (text) => {
  expect(parseCutJson(text)).toBeUndefined()
})
