import { expect, test } from 'vitest'
import {
  readResultItems,
  type ResultPiece,
} from '../../../../src/main/providers/answer/resultItems.ts'

/** Reads a text that arrives in pieces of some bytes. */
async function read(text: string, pieceBytes: number): Promise<ResultPiece[]> {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        controller.enqueue(bytes.subarray(at, at + pieceBytes))
      }
      controller.close()
    },
  })
  const pieces: ResultPiece[] = []
  const { signal } = new AbortController()
  for await (const piece of readResultItems(new Response(body), 'results', signal)) {
    pieces.push(piece)
  }
  return pieces
}

const items = ['{"a":["]",{"b":"\\"],é"}]}', '[1, 2]', '"x,y"', '3']
const text = `{"before": {"results": [8]}, "list": [7], "results" : [ ${items.join(' , ')} ], "after": null}`
const rest = { before: { results: [8] }, list: [7], results: [], after: null }

test.each([1, 2, 3, 7, 1000])('items come one by one from pieces of %i bytes', async (bytes) => {
  expect(await read(text, bytes)).toEqual([...items.map((item) => ({ item })), { rest }])
})

test.each([
  ['an empty array', '{"results":[]}', { results: [] }],
  ['null', '{"results":null}', { results: null }],
  ['no array', '{"id":"results"}', { id: 'results' }],
])('%s has no items', async (_name, json, whole) => {
  expect(await read(json, 4)).toEqual([{ rest: whole }])
})

test('an object that was cut off has the items before the cut only', async () => {
  expect(await read('{"results":[1,{"a":2},{"b', 5)).toEqual([
    { item: '1' },
    { item: '{"a":2}' },
    { rest: undefined },
  ])
})
