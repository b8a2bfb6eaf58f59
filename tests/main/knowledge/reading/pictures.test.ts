import { inflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { unreadPages } from '../../../../src/main/knowledge/readDocument.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const failure = (code: string): unknown => expect.objectContaining({ code })
const words = { texts: [{ text: 'Words of the first page', x: 72, y: 700 }] }
const scan = { texts: [], hasDrawing: true }
/** The smallest picture there is. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('pages without text are omissions, are drawn, and what is read on them is on their page', async () => {
  const file = { bytes: pdfFile([words, scan, { texts: [] }, scan]), name: 'scan.pdf' }
  const unread = expectDocument(await reader.readDocument(file))
  expect(unread.text).toBe('Words of the first page')
  expect(unreadPages(unread)).toEqual([2, 4])
  const { bytes, mediaType } = await reader.drawPicture(file, 2)
  expect(mediaType).toBe('image/png')
  const { width, height, at } = grayPixels(Buffer.from(bytes))
  expect([width, height]).toEqual([1240, 1754])
  // The drawing is gray and 50 to 350 points from the lower left corner; around it is paper.
  expect(at(0.34, 0.76)).toBeLessThan(200)
  expect(at(0.9, 0.1)).toBe(255)
  const descriptions = [2, 4].map((page) => ({ page, text: `# Scan ${String(page)}\n\nA ledger.` }))
  const document = expectDocument(await reader.readDocument({ ...file, descriptions }))
  expect(document.text).toBe(
    'Words of the first page\n\n# Scan 2\n\nA ledger.\n\n# Scan 4\n\nA ledger.',
  )
  expect(document.passages.map(({ page }) => page)).toEqual([1, 2, 4])
  expect(document.omissions).toEqual([])
  // Nobody knows where on the page it stands.
  expect([...document.lines.pages]).toEqual([1, 2, 4])
  expect([...document.lines.boxes.subarray(4, 8)]).toEqual([0, 0, 595, 842])
})

test('a scan with a running head is a scan', async () => {
  const head = { texts: [{ text: 'Scanned by ScanApp', x: 72, y: 820 }], hasDrawing: true }
  const file = { bytes: pdfFile(Array.from({ length: 6 }, () => head)), name: 'heads.pdf' }
  const read = expectDocument(await reader.readDocument(file))
  expect(read.text).toBe('')
  expect(unreadPages(read)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a picture is what is read on it', async () => {
  const file = { bytes: gif, name: 'a.gif' }
  expect(unreadPages(expectDocument(await reader.readDocument(file)))).toEqual([0])
  const { bytes, mediaType } = await reader.drawPicture(file, 0)
  expect([bytes.length, mediaType]).toEqual([gif.length, 'image/gif'])
  const descriptions = [{ page: 0, text: 'A red dot' }]
  expect(await reader.readDocument({ ...file, descriptions })).toMatchObject({
    text: 'A red dot',
    mediaType: 'image/gif',
    omissions: [],
  })
})

test('a photo that is too large for services is drawn smaller, as the camera was held', async () => {
  // The bytes after its end are no part of it.
  const file = { bytes: Buffer.concat([photo(6), Buffer.alloc(3_600_000)]), name: 'a.jpg' }
  const { bytes, mediaType } = await reader.drawPicture(file, 0)
  expect(mediaType).toBe('image/png')
  const { width, height, at } = grayPixels(Buffer.from(bytes))
  // The picture has 16 by 8 pixels at 150 dots per inch, turned by a quarter.
  expect([width, height]).toEqual([17, 33])
  expect(at(0.5, 0.5)).toBe(128)
  const small = { bytes: photo(6), name: 'a.jpg' }
  expect(await reader.drawPicture(small, 0)).toMatchObject({ mediaType: 'image/jpeg' })
})

test('a blank picture is empty, and blank pages leave the rest of a document', async () => {
  const blank = { bytes: gif, name: 'a.gif', descriptions: [{ page: 0, text: '' }] }
  expect(await reader.readDocument(blank)).toEqual({ skipped: 'empty' })
  const file = { bytes: pdfFile([scan]), name: 'a.pdf', descriptions: [{ page: 1, text: '' }] }
  await expect(reader.readDocument(file)).rejects.toThrow(failure('documentWithoutText'))
  const mixed = { bytes: pdfFile([scan, words]), name: 'a.pdf' }
  const descriptions = [{ page: 1, text: '' }]
  const read = expectDocument(await reader.readDocument({ ...mixed, descriptions }))
  expect(read).toMatchObject({ text: 'Words of the first page', omissions: [] })
  expect(read.passages.map(({ page }) => page)).toEqual([2])
})

/** Returns a gray JPEG of 16 by 8 pixels, with an orientation of Exif. */
function photo(orientation: number): Buffer {
  const segment = (marker: number, ...bytes: number[]): number[] => [
    ...[0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255],
    ...bytes,
  ]
  const exif = [
    ...Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001', 'latin1'),
  ]
  const counts = (...given: number[]): number[] => [
    ...given,
    ...Array.from({ length: 16 - given.length }, () => 0),
  ]
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe1, ...exif, 0, orientation, 0, 0, 0, 0, 0, 0),
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc0, 8, 0, 8, 0, 16, 1, 1, 0x11, 0),
    // One code for each table: no difference from the block before, and the end of a block.
    ...segment(0xc4, 0x00, ...counts(1), 0),
    ...segment(0xc4, 0x10, ...counts(1), 0),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    // Two blocks of two codes, each a single 0, and ones to the byte's end.
    ...[0x0f, 0xff, 0xd9],
  ])
}

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
