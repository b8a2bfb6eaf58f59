import { expect, test } from 'vitest'
import {
  fillBody,
  jsonBody,
  withTextsAside,
} from '../../../../src/main/providers/transport/largeBody.ts'

const parsed = async (body: string | Blob): Promise<unknown> =>
  JSON.parse(typeof body === 'string' ? body : await body.text())

/** Longer than a piece, with what JSON escapes and a pair of surrogates at each place of a cut. */
const text = `${'"\\\n\u0001ü€'.repeat(100_000)}${'😀'.repeat(600_000)}x${'😀'.repeat(600_000)}`

test('a body with long texts is the same JSON, made in pieces', async () => {
  const body = {
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'text', text }, null, 1.5, false, ''] },
      { role: 'user', content: 'A'.repeat(2_000_000), missing: undefined },
    ],
    when: new Date(0),
  }
  const made = await jsonBody(body)
  expect(made).toBeInstanceOf(Blob)
  expect(await parsed(made)).toEqual(JSON.parse(JSON.stringify(body)))
  expect((made as Blob).size).toBeLessThan(3 * text.length + 2_100_000)
})

test('a body of short texts is one text, and what looks like a mark stays', async () => {
  const mark = '"parley-text-00000000-0000-4000-8000-000000000000"'
  expect(await jsonBody({ text: mark })).toBe(JSON.stringify({ text: mark }))
  const long = { a: 'A'.repeat(100_000), b: mark.slice(1, -1) }
  expect(await parsed(await jsonBody(long))).toEqual(long)
})

test('texts are set aside while their request is made alone', async () => {
  const given = { text: 'A'.repeat(100_000), same: ['short'] }
  let written = ''
  const [first, second] = await Promise.all(
    [given, { text: 'B'.repeat(100_000) }].map((body) =>
      withTextsAside(body, async (light) => {
        written = JSON.stringify(light)
        expect(written.length).toBeLessThan(200)
        await Promise.resolve()
        return parsed(await fillBody(JSON.stringify(light)))
      }),
    ),
  )
  expect(first).toEqual(given)
  expect(second).toEqual({ text: 'B'.repeat(100_000) })
  // It is over: nothing is kept for it.
  expect(await fillBody(written)).toBe(written)
})
