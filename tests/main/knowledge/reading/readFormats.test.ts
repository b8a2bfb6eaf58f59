import { globSync, statSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { CutDocument } from '../../../../src/main/knowledge/readDocument.ts'
import {
  docxFile,
  epubFile,
  htmlText,
  openDocumentFile,
  pptxFile,
  sampleContent,
  xlsxFile,
} from '../../../fakes/documents/officeFiles.ts'
import { zipFile } from '../../../fakes/zipFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const read = async (
  given: Uint8Array | string,
  name: string,
  mainText = false,
): Promise<CutDocument> => {
  const bytes = Buffer.from(given)
  return expectDocument(await reader.readDocument({ bytes, name, mainText }))
}

const sampleText =
  'Harbours & quays\n\nThe harbour closes at dusk. „Grüße“ 苹果 <b>\n\nFees\n\n' +
  'Boats pay\nGulls do not\n\nLength | Fee\n5 m | 10 €\n12 m | 25 €'

test('an Office document is known by its content types where its parts have other names', async () => {
  const main =
    '<w:document><w:body><w:p><w:r><w:t>Tide tables</w:t></w:r></w:p></w:body></w:document>'
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const types = (kind: string): string =>
    `<Types><Override PartName="/word/document2.xml" ContentType="${office}.${kind}.main+xml"/></Types>`
  for (const kind of ['document', 'template']) {
    const bytes = zipFile([
      { name: '[Content_Types].xml', content: types(kind) },
      { name: 'word/document2.xml', content: main },
    ])
    expect(await read(bytes, 'upload')).toMatchObject({
      text: 'Tide tables',
      mediaType: `${office}.document`,
    })
  }
})

test.each([
  ['a Word document', docxFile(sampleContent), 'wordprocessingml.document'],
  ['an OpenDocument text', openDocumentFile('text', sampleContent), 'opendocument.text'],
  ['a book', epubFile([sampleContent]), 'epub+zip'],
  ['a page', htmlText(sampleContent), 'text/html'],
])('%s gives its headings, lists and tables', async (_name, bytes, mediaType) => {
  // The name says nothing: the bytes tell.
  const document = await read(bytes, 'upload')
  expect(document.text).toBe(sampleText)
  expect(document.title).toBe('The title')
  expect(document.mediaType).toContain(mediaType)
})

test('headings of every format are those of the passages below them', async () => {
  const long = { kind: 'paragraph', text: 'Boats pay by their length. '.repeat(40) } as const
  const content = [...sampleContent.slice(0, 2), long, ...sampleContent.slice(2), long, long]
  for (const bytes of [docxFile(content), openDocumentFile('text', content), epubFile([content])]) {
    const { passages } = await read(bytes, 'a')
    expect(passages.at(-1)?.headings).toEqual(['Harbours & quays', 'Fees'])
  }
})

test('a presentation has a page for each slide, in the order of the show, with the notes', async () => {
  const document = await read(
    pptxFile([
      { title: 'Harbours', lines: ['They close', 'at dusk'], notes: 'Say why.' },
      { title: 'Fees', lines: ['By length'] },
    ]),
    'show.pptx',
  )
  expect(document.text).toBe('Harbours\n\nThey close\n\nat dusk\n\nSay why.\n\nFees\n\nBy length')
  expect(document.pages).toEqual([
    { start: 0, width: 720, height: 540 },
    { start: document.text.indexOf('Fees'), width: 720, height: 540 },
  ])
  expect(document.passages.map(({ page }) => page)).toEqual([1, 2])
})

test('a workbook has a table for each sheet, with dates as dates and gaps kept', async () => {
  const document = await read(
    xlsxFile({
      'Fees & more': [
        ['Boat', '', 'Paid'],
        ['Gull', 12.5, new Date(Date.UTC(2026, 10, 22))],
      ],
      Empty: [],
    }),
    'fees.xlsx',
  )
  expect(document.text).toBe('Fees & more\n\nBoat |  | Paid\nGull | 12.5 | 2026-11-22\n\nEmpty')
})

test('a long sheet is cut between rows, each part with the head', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => [
    `Boat ${String(row)}`,
    row,
    'in the harbour',
  ])
  const { passages } = await read(
    xlsxFile({ Fees: [['Name', 'Number', 'Place'], ...rows] }),
    'a.xlsx',
  )
  expect(passages.length).toBeGreaterThan(5)
  for (const { context, headings } of passages.slice(1)) {
    expect(context).toBe('Name | Number | Place')
    expect(headings).toEqual(['Fees'])
  }
})

test('sheets and presentations of OpenDocument are read', async () => {
  const table = sampleContent.slice(-1)
  expect((await read(openDocumentFile('spreadsheet', table), 'a.ods')).text).toBe(
    'Length | Fee\n5 m | 10 €\n12 m | 25 €',
  )
  const slides = await read(openDocumentFile('presentation', sampleContent.slice(0, 2)), 'a.odp')
  expect(slides.pages).toHaveLength(1)
})

test('the main text of a page of the web is told from its menus', async () => {
  const menu = Array.from(
    { length: 30 },
    (_, at) => `<a href="/${String(at)}">Menu ${String(at)}</a>`,
  )
  const text =
    '<p>The harbour closes at dusk, and the lights of the quay go out, one by one.</p>'.repeat(20)
  const html = `<html><head><title>T</title></head><body><nav>${menu.join('')}</nav><article><h1>Harbours</h1>${text}</article></body></html>`
  expect((await read(html, 'page', true)).text).not.toContain('Menu')
  // A file of the user's is read whole.
  expect((await read(html, 'page.html')).text).toContain('Menu')
})

test('scripts, styles and hidden parts of a page are no text; code keeps its lines', async () => {
  const html =
    '<!doctype html><body><script>var a</script><style>b {}</style><p hidden>no</p><pre>if (x) {\n  y()\n}</pre><p>y&shy;es<br>too</p>'
  expect((await read(html, 'a.html')).text).toBe('if (x) {\n  y()\n}\n\nyes\ntoo')
})

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('values between %s are a table', async (_name, mark) => {
  const csv = [
    ['Name', 'Note'],
    ['Gull', '"white, and; loud\nalways"'],
  ]
  const { text } = await read(csv.map((row) => row.join(mark)).join('\r\n'), 'a.csv')
  expect(text).toBe('Name | Note\nGull | white, and; loud always')
})

test('an e-mail gives who wrote what, and names what is attached', async () => {
  const mail = [
    'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
    'To: Ana <ana@example.org>',
    'Subject: Harbours',
    'Date: Sun, 22 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>They close at <b>dusk</b>.</p>',
    '--x',
    'Content-Type: application/pdf; name="fees.pdf"',
    'Content-Disposition: attachment; filename="fees.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--x--',
  ].join('\r\n')
  const { text, title, omissions } = await read(mail, 'a.eml')
  expect(title).toBe('Harbours')
  expect(text).toContain('From: Jürgen <j@example.org>\nTo: Ana <ana@example.org>')
  expect(text).toContain('They close at dusk.')
  expect(text).toContain('Attachment: fees.pdf')
  expect(omissions).toEqual([{ reason: 'embeddedFile' }])
})

test('a mail that names no kind of text, or forwards another, is read whole', async () => {
  const forwarded = ['From: Ana <ana@example.org>', 'Subject: Fees', '', 'Boats pay 10 €.']
  const mail = [
    ...['From: j@example.org', 'Subject: Fwd', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text', ''],
    ...['See below.', '--x', 'Content-Type: message/rfc822'],
    ...['Content-Disposition: attachment', '', ...forwarded, '--x'],
    ...['Content-Type: text/calendar', '', 'BEGIN:VCALENDAR', '--x--', ''],
  ].join('\r\n')
  const { text, title, omissions } = await read(mail, 'a.eml')
  expect(title).toBe('Fwd')
  expect(text.split('\n\n')).toEqual([
    ...['Fwd', 'From: j@example.org', 'See below.'],
    ...['Fees', 'From: Ana <ana@example.org>', 'Boats pay 10 €.'],
  ])
  expect(omissions).toEqual([{ reason: 'embeddedFile' }])
})

test('JSON on one line is broken into lines', async () => {
  const { text, mediaType } = await read('{"harbour":{"closes":"dusk"}}', 'a.json')
  expect(text).toBe('{\n  "harbour": {\n    "closes": "dusk"\n  }\n}')
  expect(mediaType).toBe('application/json')
})

test('Rich Text is read without its tables of fonts', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title no}}\pard\outlinelevel0 Harbours\par\pard They close at d\'fcsk \u33529?\u26524?.\par}`
  expect((await read(rtf, 'a.rtf')).text).toBe('Harbours\n\nThey close at düsk 苹果.')
  // Encodings of DOS and the Mac, given by number or by word.
  for (const head of [String.raw`\ansi\ansicpg850`, String.raw`\pca`]) {
    expect((await read(String.raw`{\rtf1${head} d\'81sk}`, 'a.rtf')).text).toBe('düsk')
  }
  expect((await read(String.raw`{\rtf1\mac d\'9fsk}`, 'a.rtf')).text).toBe('düsk')
})

test('footnotes of Rich Text follow their paragraph, heads are read once, and remarks are told', async () => {
  const rtf = String.raw`{\rtf1{\header Harbours Ltd}{\headerf Harbours Ltd\par}They close{\footnote\pard At dusk,\par and on Sundays.} at night{\*\annotation why}.\par Boats pay.{\footer Page`
  const { text, omissions } = await read(rtf, 'a.rtf')
  expect(text.split('\n\n')).toEqual([
    ...['Harbours Ltd', 'They close at night.', 'At dusk,\nand on Sundays.'],
    ...['Page', 'Boats pay.'],
  ])
  expect(omissions).toEqual([{ reason: 'comment' }])
})

test('Rich Text tells what it leaves out, and keeps its heads', async () => {
  const rtf = String.raw`{\rtf1{\header Harbours Ltd\par}They close{\v  at noon} at dusk.{\pict 00ff}{\deleted no}\v no\v0  Yes.\par}`
  const { text, omissions } = await read(rtf, 'a.rtf')
  expect(text).toBe('Harbours Ltd\n\nThey close at dusk. Yes.')
  expect(omissions.map(({ reason }) => reason)).toEqual(['picture', 'deletedText', 'hiddenText'])
})

const manuals = globSync('/usr/share/doc/*/{*.html,*.txt,*.md,README,html/*.html}').slice(0, 150)

test.runIf(manuals.length > 0)(
  'the documentation on this machine keeps its offsets',
  async () => {
    for (const path of manuals) {
      if (!statSync(path).isFile()) continue
      const outcome = await reader.readDocument({ path, name: path })
      if (!('skipped' in outcome)) expectDocument(outcome)
    }
  },
  60_000,
)
