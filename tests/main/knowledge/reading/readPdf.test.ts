import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, expect, test } from 'vitest'
import type { CutDocument } from '../../../../src/main/knowledge/readDocument.ts'
import { pdfFile, type PdfFilePage } from '../../../fakes/documents/pdfFile.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const read = async (bytes: Uint8Array): Promise<CutDocument> =>
  expectDocument(await reader.readDocument({ bytes, name: 'paper.pdf' }))

const failure = (code: string): unknown => expect.objectContaining({ code })

/** A page with a heading and a paragraph of two lines. */
const page = (number: number): PdfFilePage => ({
  texts: [
    { text: `Chapter ${String(number)} of the harbour`, x: 72, y: 720, size: 20, font: 'bold' },
    {
      text: 'The harbour closes at dusk, and the lights of the quay go out one after the',
      x: 72,
      y: 690,
    },
    { text: 'other. Nobody remembers who began with it in the first place.', x: 72, y: 676 },
  ],
})

test('a PDF has pages, headings, paragraphs and a title', async () => {
  const document = await read(pdfFile([page(1), page(2)], { title: 'Harbours' }))
  expect(document.title).toBe('Harbours')
  expect(document.text).toBe(
    [1, 2]
      .map(
        (number) =>
          `Chapter ${String(number)} of the harbour\n\nThe harbour closes at dusk, and the lights of the ` +
          'quay go out one after the other. Nobody remembers who began with it in the first place.',
      )
      .join('\n\n'),
  )
  expect(document.mediaType).toBe('application/pdf')
  expect(document.pages.map(({ width, height }) => [width, height])).toEqual([
    [595, 842],
    [595, 842],
  ])
  expect(document.passages.map(({ page }) => page)).toEqual([1, 2])
  expect(document.lines.pages).toEqual(Uint32Array.of(1, 1, 1, 2, 2, 2))
})

test('a word that is cut at the end of a line is whole in the text', async () => {
  const document = await read(
    pdfFile([
      {
        texts: [
          { text: 'Nobody knows how the infor-', x: 72, y: 700 },
          { text: 'mation about the Vor- und Nachteile of the Nord-', x: 72, y: 686 },
          { text: 'Ostsee-Kanal is kept.', x: 72, y: 672 },
        ],
      },
    ]),
  )
  expect(document.text).toBe(
    'Nobody knows how the information about the Vor- und Nachteile of the Nord-Ostsee-Kanal is kept.',
  )
  expect(lineTexts(document)).toEqual([
    'Nobody knows how the infor',
    'mation about the Vor- und Nachteile of the Nord-',
    'Ostsee-Kanal is kept.',
  ])
})

test('a running head is read once, and page numbers are left out', async () => {
  const pages = Array.from({ length: 5 }, (_, index) => ({
    texts: [
      { text: 'Harbours of the north', x: 72, y: 800 },
      { text: `What is said on page ${'abcde'[index] ?? ''}.`, x: 72, y: 500 },
      { text: ['iii', 'iv', '1', '2', '3'][index] ?? '', x: 290, y: 30 },
      { text: `Page ${String(index + 1)} of 5`, x: 290, y: 60 },
    ],
  }))
  const { text } = await read(pdfFile(pages))
  const [first, ...rest] = ['a', 'b', 'c', 'd', 'e'].map(
    (letter) => `What is said on page ${letter}.`,
  )
  expect(text.split('\n\n')).toEqual(['Harbours of the north', first, 'Page 1 of 5', ...rest])
})

test('numbers at the edge of a page that count no pages are read', async () => {
  const axis = [0, 2, 4, 6].map((value, at) => ({ text: String(value), x: 72 + 90 * at, y: 40 }))
  const plot = await read(pdfFile([{ texts: [{ text: 'Rainfall', x: 72, y: 500 }, ...axis] }]))
  expect(plot.text.split(/\s+/)).toEqual(['Rainfall', '0', '2', '4', '6'])
  const values = [15, 40, 75, 20]
  const sheets = values.map((value) => ({
    texts: [
      { text: `Gamma 0.${String(value)}`, x: 72, y: 800 },
      { text: 'Some colours.', x: 72, y: 500 },
    ],
  }))
  const { text } = await read(pdfFile(sheets))
  for (const value of values) expect(text).toContain(`Gamma 0.${String(value)}`)
})

test.each([0, 90, 180, 270] as const)(
  'lines lie where pdf.js places them on a page turned by %i degrees',
  async (rotation) => {
    await expectPlaces(pdfFile([{ ...page(1), rotation, cropBox: [30, 40, 565, 800] }]))
  },
)

const manuals = globSync('/usr/share/doc/*/*.pdf').slice(0, 3)

test.runIf(manuals.length > 0)(
  'lines of manuals on this machine lie where pdf.js places them',
  async () => {
    for (const path of manuals) await expectPlaces(readFileSync(path))
  },
)

test('a password, no text, unknown letters and a file cut in half give each its reason', async () => {
  const whole = pdfFile([page(1)])
  const unknown = { texts: [{ text: 'abcabcabc abc', x: 72, y: 700, font: 'unknown' as const }] }
  await expect(read(pdfFile([page(1)], { password: 'secret' }))).rejects.toThrow(
    failure('documentEncrypted'),
  )
  await expect(read(pdfFile([{ texts: [] }]))).rejects.toThrow(failure('documentWithoutText'))
  // A model can read a scan, and letters that their font does not explain.
  for (const shown of [{ texts: [], hasDrawing: true }, unknown]) {
    const { text, omissions } = await read(pdfFile([shown]))
    expect(text).toBe('')
    expect(omissions[0]).toEqual({ reason: 'pageWithoutText', page: 1 })
  }
  await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow(
    failure('documentDamaged'),
  )
  await expect(read(Buffer.from('%PDF-1.7\nnothing'))).rejects.toThrow(failure('documentDamaged'))
  // One bad file stops nothing.
  expect((await read(whole)).pages).toHaveLength(1)
})

test('an owner’s password that forbids nothing to read is no obstacle', async () => {
  expect((await read(pdfFile([page(1)], { password: '' }))).text).toContain('harbour')
})

test('pages without text are named, and the rest is read', async () => {
  const document = await read(
    pdfFile([page(1), { texts: [], hasDrawing: true }, page(3), { texts: [] }]),
  )
  expect(document.omissions).toEqual([{ reason: 'pageWithoutText', page: 2 }])
  expect(document.passages.map(({ page }) => page)).toEqual([1, 3])
})

test('5,000 pages are read, from a file that is never whole in memory', async () => {
  const path = join(temporaryFolder(), 'long.pdf')
  writeFileSync(path, pdfFile(Array.from({ length: 5000 }, (_, index) => page(index + 1))))
  const document = expectDocument(await reader.readDocument({ path, name: 'long.pdf' }))
  expect(document.pages).toHaveLength(5000)
  expect(document.lines.starts).toHaveLength(15_000)
  expect(document.passages.at(-1)?.page).toBe(5000)
}, 120_000)

test('bytes that are changed at random are read or refused', async () => {
  const whole = pdfFile([page(1), page(2)], { title: 'Harbours' })
  for (let seed = 1; seed <= 40; seed++) {
    const changed = Buffer.from(whole)
    for (let at = seed * 7; at < changed.length; at += 97 + seed) changed[at] = (at * seed) & 255
    const outcome = await read(changed).catch((error: unknown) => error)
    const isText = outcome instanceof Error ? 'code' in outcome : true
    expect(isText).toBe(true)
  }
})

function lineTexts({ text, lines }: CutDocument): string[] {
  return Array.from(lines.starts, (start, index) => text.slice(start, lines.ends[index]))
}

/** Compares each line's left edge and base line with those of pdf.js. */
async function expectPlaces(bytes: Buffer): Promise<void> {
  const document = await read(bytes)
  const texts = lineTexts(document)
  const shown = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  let compared = 0
  for (const [index, { width, height }] of document.pages.entries()) {
    const { view, items } = await pageItems(shown, index + 1)
    expect([view.width, view.height]).toEqual([expect.closeTo(width, 0), expect.closeTo(height, 0)])
    for (const [line, text] of texts.entries()) {
      if (document.lines.pages[line] !== index + 1) continue
      const item = items.find(({ str }) => str.length > 20 && text.startsWith(str))
      if (
        !item ||
        !isAlone(
          item.str,
          items.map(({ str }) => str),
        ) ||
        !isAlone(item.str, texts)
      )
        continue
      const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = document.lines.boxes.subarray(line * 4)
      const [, , , , e = 0, f = 0] = item.transform as number[]
      const [left = 0, base = 0] = view.convertToViewportPoint(e, f) as [number?, number?]
      expect(left, text).toBeGreaterThan(x - 3)
      expect(left, text).toBeLessThan(x + boxWidth + 3)
      expect(base, text).toBeGreaterThan(y - 3)
      expect(base, text).toBeLessThan(y + boxHeight + 3)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(1)
}

/** Tells whether a text is in one of several alone: the others would be mistaken for it. */
function isAlone(text: string, among: readonly string[]): boolean {
  return among.filter((other) => other.includes(text)).length === 1
}

interface TextItem {
  str: string
  transform: number[]
}

async function pageItems(
  shown: Awaited<ReturnType<typeof getDocument>['promise']>,
  number: number,
) {
  const shownPage = await shown.getPage(number)
  const { items } = await shownPage.getTextContent()
  return {
    view: shownPage.getViewport({ scale: 1 }),
    items: items.filter((item): item is typeof item & TextItem => 'str' in item),
  }
}
