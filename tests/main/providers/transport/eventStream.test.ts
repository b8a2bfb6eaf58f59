import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventBatches } from '../../../../src/main/providers/transport/eventStream.ts'
import type { ServerEvent } from '../../../../src/main/providers/transport/eventStream.ts'

async function* cutAt(bytes: Uint8Array, places: readonly number[]) {
  let start = 0
  for (const place of [...places].sort((first, second) => first - second)) {
    yield bytes.subarray(start, place)
    start = place
  }
  yield bytes.subarray(start)
}

async function read(text: string, places: readonly number[] = []): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  const bytes = cutAt(new TextEncoder().encode(text), places)
  for await (const batch of readEventBatches(bytes)) events.push(...batch)
  return events
}

test('reads names, several data lines, comments and fields without a space', async () => {
  const text = '\ufeff: hello\n\nevent: note\ndata:one\ndata: two\nid: 7\nretry\n\ndata: three'
  expect(await read(text)).toEqual([
    { name: 'note', data: 'one\ntwo', complete: true },
    { name: '', data: 'three', complete: false },
  ])
})

test.each(['\n', '\r\n', '\r'])(
  'lines may end with %j, wherever the bytes are cut',
  async (end) => {
    const text = ['event: x', 'data: one', 'data: two', '', ': ping', 'data: three', '', ''].join(
      end,
    )
    const events = [
      { name: 'x', data: 'one\ntwo', complete: true },
      { name: '', data: 'three', complete: true },
    ]
    for (let place = 0; place <= text.length; place += 1) {
      expect(await read(text, [place])).toEqual(events)
    }
    expect(
      await read(
        text,
        Array.from(text, (_, index) => index),
      ),
    ).toEqual(events)
  },
)

test('an event with CR at the end of its lines is given before more comes', async () => {
  async function* pieces() {
    yield new TextEncoder().encode('data: one\r\r')
    await new Promise(() => undefined)
  }
  const batches = readEventBatches(pieces())
  expect((await batches.next()).value).toMatchObject([{ data: 'one' }])
})

test('the ends of lines may be of several kinds', async () => {
  expect(await read('data: 1\r\ndata: 2\rdata: 3\n\r\ndata: 4\n\n\r\r')).toMatchObject([
    { data: '1\n2\n3' },
    { data: '4' },
  ])
})

test('gives the same events wherever the bytes are cut', async () => {
  const text = 'data: {"a":"Grüße 世界 👋🏽"}\r\n\r\nevent: x\ndata: é\n\n: ping\ndata: end\n\n'
  const whole = await read(text)
  const length = new TextEncoder().encode(text).length
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(length)), async (places) => {
      expect(await read(text, places)).toEqual(whole)
    }),
  )
})
