import { inflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/errors.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const failure = (code: string): unknown => expect.objectContaining({ code })
const words = { texts: [{ text: 'Words of the first page', x: 72, y: 700 }] }
const scan = { texts: [], hasDrawing: true }
/** The smallest picture there is. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('pages without text are drawn, described, and found on their page', async () => {
  const seen: { bytes: Uint8Array; mediaType: string }[] = []
  const document = expectDocument(
    await reader.readDocument({
      bytes: pdfFile([words, scan, { texts: [] }, scan]),
      name: 'scan.pdf',
      describePicture(bytes, mediaType) {
        seen.push({ bytes, mediaType })
        return Promise.resolve(`# Scan ${String(seen.length)}\n\nWhat is on it.`)
      },
    }),
  )
  expect(document.text).toBe(
    'Words of the first page\n\n# Scan 1\n\nWhat is on it.\n\n# Scan 2\n\nWhat is on it.',
  )
  expect(document.passages.map(({ page }) => page)).toEqual([1, 2, 4])
  expect(document.omissions).toEqual([])
  expect(seen.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/png'])
  const { width, height, at } = grayPixels(Buffer.from(seen[0]?.bytes ?? []))
  expect([width, height]).toEqual([1240, 1754])
  // The drawing is gray and 50 to 350 points from the lower left corner; around it is paper.
  expect(at(0.34, 0.76)).toBeLessThan(200)
  expect(at(0.9, 0.1)).toBe(255)
})

test('a picture is described, or left out without a vision model', async () => {
  const described = await reader.readDocument({
    bytes: gif,
    name: 'a.gif',
    describePicture: (bytes, mediaType) =>
      Promise.resolve(`${mediaType} of ${String(bytes.length)} bytes`),
  })
  expect(described).toMatchObject({
    text: `image/gif of ${String(gif.length)} bytes`,
    mediaType: 'image/gif',
  })
  expect(await reader.readDocument({ bytes: gif, name: 'a.gif' })).toEqual({ skipped: 'binary' })
})

test('a model that sees nothing leaves a document without text', async () => {
  const describePicture = (): Promise<string> => Promise.resolve('')
  const bytes = pdfFile([scan])
  await expect(reader.readDocument({ bytes, name: 'a.pdf', describePicture })).rejects.toThrow(
    failure('documentWithoutText'),
  )
})

test('a model that fails costs no text that is there', async () => {
  const describePicture = (): Promise<string> => Promise.reject(new AppError('rateLimited', 'Wait'))
  const mixed = { bytes: pdfFile([words, scan]), name: 'a.pdf', describePicture }
  expect(await reader.readDocument(mixed)).toMatchObject({
    text: 'Words of the first page',
    omissions: [{ reason: 'pageWithoutText', page: 2 }],
  })
  await expect(reader.readDocument({ ...mixed, bytes: pdfFile([scan]) })).rejects.toThrow(
    failure('rateLimited'),
  )
})

/** Reads a PNG of one byte a pixel whose rows have no filter. `at` takes shares of its edges. */
function grayPixels(png: Buffer): {
  width: number
  height: number
  at: (x: number, y: number) => number
} {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const at = (x: number, y: number): number =>
    rows[Math.floor(y * height) * (width + 1) + 1 + Math.floor(x * width)] ?? 0
  return { width, height, at }
}
