import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventBatches } from '../../../src/main/providers/eventStream.ts'
import type { ServerEvent } from '../../../src/main/providers/eventStream.ts'

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
