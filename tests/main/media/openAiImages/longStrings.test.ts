import { expect, test } from 'vitest'
import { createLongStrings } from '../../../../src/main/media/openAiImages/longStrings.ts'

const picture = Buffer.from(Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256))

/** Passes a text in pieces of a length, and returns what is left and the filter. */
function passInPieces(text: string, length: number) {
  const strings = createLongStrings()
  const bytes = Buffer.from(text)
  let rest = ''
  for (let at = 0; at < bytes.length; at += length) {
    rest += Buffer.from(strings.pass(bytes.subarray(at, at + length))).toString()
  }
  return { rest, strings }
}

test.each([61, 1000, 70_000, 1_000_000])(
  'a picture is taken out of JSON that comes in pieces of %i bytes',
  (length) => {
    const base64 = picture.toString('base64')
    const answer = { a: 'é "quoted" \\', data: [{ b64_json: base64 }, { b64_json: 'AAEC' }], z: 1 }
    const { rest, strings } = passInPieces(JSON.stringify(answer), length)
    const json = JSON.parse(rest) as typeof answer
    expect({ ...json, data: [] }).toEqual({ ...answer, data: [] })
    const [long, short] = json.data.map(({ b64_json }) => strings.bytesOf(b64_json))
    expect(Buffer.from(long ?? []).equals(picture)).toBe(true)
    expect([...(short ?? [])]).toEqual([0, 1, 2])
    expect(rest.length).toBeLessThan(200)
  },
)

test('an address with data and escaped slashes is decoded', () => {
  const bytes = Buffer.alloc(90_000, 0xff)
  const text = `{"url":"data:image\\/png;base64,${bytes.toString('base64').replaceAll('/', '\\/')}"}`
  const { rest, strings } = passInPieces(text, 4096)
  const { url } = JSON.parse(rest) as { url: string }
  expect(Buffer.from(strings.bytesOf(url)).equals(bytes)).toBe(true)
})

test('a long text that is no picture stays as it is', () => {
  const answer = { text: 'A line with "quotes".\n'.repeat(10_000), end: true }
  expect(JSON.parse(passInPieces(JSON.stringify(answer), 5000).rest)).toEqual(answer)
})

test('a single quote in a comment of the stream swallows only its line', () => {
  const { rest } = passInPieces(': 5" of rain\ndata: {"a":"b"}\n\n', 7)
  expect(rest).toBe(': 5" of rain\ndata: {"a":"b"}\n\n')
})
