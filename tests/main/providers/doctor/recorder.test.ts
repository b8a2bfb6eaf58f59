import { expect, test } from 'vitest'
import { createRecorder } from '../../../../src/main/providers/doctor/recorder.ts'
import { redactKeys } from '../../../../src/main/secrets/redact.ts'

const key = 'zebra-key-0123456789'
const mask = (text: string) => redactKeys(text, [key])

function answering(body: BodyInit | null, headers: Record<string, string> = {}) {
  return createRecorder(() => Promise.resolve(new Response(body, { headers })), mask)
}

test('the request is shown as it went out, and the answer as far as it was read', async () => {
  const pull = { count: 0 }
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pull.count += 1
        controller.enqueue(new TextEncoder().encode(`piece ${String(pull.count)};`))
      },
    },
    { highWaterMark: 0 },
  )
  const recorder = answering(endless, { 'x-ratelimit-remaining-tokens': '100' })
  const response = await recorder.fetch('https://api.example/v1/chat?api_key=hidden&v=1', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: '{"model":"m"}',
  })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.read()
  await reader?.cancel()
  const [exchange] = recorder.exchanges()
  expect(exchange?.request.split('\n')).toEqual([
    'POST /v1/chat?api_key=•••&v=1 HTTP/1.1',
    'authorization: Bearer •••',
    'content-type: application/json',
    'host: api.example',
    '',
    '{"model":"m"}',
  ])
  expect(exchange?.answer).toContain('HTTP/1.1 200\n')
  expect(exchange?.answer).toContain('x-ratelimit-remaining-tokens: 100')
  expect(exchange?.answer).toContain('piece 1;piece 2;')
  // The recording reads no further than its reader, except one piece on the way.
  expect(pull.count).toBeLessThanOrEqual(4)
})

test.each([19_990, 20_000, 31_985, 31_995, 39_985, 39_995, 50_000])(
  'a long body is cut, and a key at byte %d is not left in half',
  async (at) => {
    const recorder = answering('x'.repeat(at) + key + 'y'.repeat(200_000))
    await (await recorder.fetch('https://api.example/')).text()
    const answer = recorder.exchanges()[0]?.answer ?? ''
    expect(answer.length).toBeLessThanOrEqual(20_000)
    expect(answer.includes('zebra')).toBe(false)
  },
)

test('a body full of keys, which shrinks when they are masked, ends in no half of one', async () => {
  const recorder = answering(key.repeat(10_000))
  await (await recorder.fetch('https://api.example/')).text()
  expect(recorder.exchanges()[0]?.answer?.includes('zebra')).toBe(false)
})

test('a long request is cut as well', async () => {
  const recorder = answering('{}')
  await recorder.fetch('https://api.example/', { method: 'POST', body: key.repeat(10_000) })
  const request = recorder.exchanges()[0]?.request ?? key
  expect(request.length).toBeLessThanOrEqual(20_000)
  expect(request.includes('zebra')).toBe(false)
})

test('an answer that never came is none', async () => {
  const recorder = createRecorder(() => Promise.reject(new Error('reset')), mask)
  await expect(recorder.fetch('https://api.example/')).rejects.toThrow('reset')
  expect(recorder.exchanges()).toMatchObject([{ answer: undefined }])
  recorder.clear()
  expect(recorder.exchanges()).toEqual([])
})

test('bytes that are no text do not end the text', async () => {
  const recorder = answering(Uint8Array.of(0, 27, 65, 10, 66))
  await (await recorder.fetch('https://api.example/')).text()
  expect(recorder.exchanges()[0]?.answer).toMatch(/··A\nB$/)
})
