import { expect, test } from 'vitest'
import { readJsonLines } from '../../../../src/main/providers/local/jsonLines.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'

async function* cut(text: string, ...lengths: number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let start = 0
  for (let index = 0; start < bytes.length; index += 1) {
    const end = start + (lengths[index % lengths.length] ?? 1)
    yield await Promise.resolve(bytes.subarray(start, end))
    start = end
  }
}

async function read(pieces: AsyncIterable<Uint8Array>): Promise<JsonObject[]> {
  const objects: JsonObject[] = []
  for await (const batch of readJsonLines(pieces)) objects.push(...batch)
  return objects
}

const objects = [{ a: 'Grüße' }, { b: '日本\n語', c: [1, { d: null }] }, { e: '{"f":1}' }]

test.each([[1], [2], [3, 5], [7, 1, 2], [1000]])(
  'lines cut every %j bytes are whole',
  async (...lengths) => {
    const text = objects.map((object) => JSON.stringify(object)).join('\r\n')
    expect(await read(cut(text, ...lengths))).toEqual(objects)
    expect(await read(cut(`\n${text}\n\n`, ...lengths))).toEqual(objects)
  },
)

test('one object over several lines is one object', async () => {
  expect(await read(cut(JSON.stringify(objects[1], null, 2), 4))).toEqual([objects[1]])
})

test('half a line at the end is left out', async () => {
  expect(await read(cut('{"a":1}\n{"b":', 3))).toEqual([{ a: 1 }])
  expect(await read(cut('', 1))).toEqual([])
})

test.each([
  ['{"a":1}\nnonsense\n', 'malformedAnswer', [{ a: 1 }]],
  ['{"a":1}\n[2]\n', 'malformedAnswer', [{ a: 1 }]],
  ['{"a":1}\n{"b"\n', 'malformedAnswer', [{ a: 1 }]],
  ['  <!doctype html>', 'notAnApi', []],
  ['data: {"a":1}\n\n', 'malformedAnswer', []],
])('%j gives what came before the fault', async (text, code, before) => {
  const seen: JsonObject[] = []
  const reading = async () => {
    for await (const batch of readJsonLines(cut(text, 1000))) seen.push(...batch)
  }
  await expect(reading()).rejects.toMatchObject({ code })
  expect(seen).toEqual(before)
})

test.each([
  ['one endless line', '{"a":"', 'x'.repeat(1_000_000)],
  ['emptiness', '\n', '\n'.repeat(1_000_000)],
  ['an object without an end', '{\n', '"a": 1,\n'.repeat(100_000)],
])('%s is given up after some megabytes', async (_name, first, piece) => {
  let sent = 0
  async function* endless() {
    yield await Promise.resolve(new TextEncoder().encode(first))
    const bytes = new TextEncoder().encode(piece)
    for (; ; sent += bytes.length) yield bytes
  }
  await expect(read(endless())).rejects.toMatchObject({ code: 'malformedAnswer' })
  expect(sent).toBeLessThan(20_000_000)
})
