import { afterAll, expect, test } from 'vitest'
import type { CutDocument } from '../../../../src/main/knowledge/readDocument.ts'
import { pdfFile, type PdfFilePage, type PdfText } from '../../../fakes/documents/pdfFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const read = async (page: PdfFilePage): Promise<CutDocument> =>
  expectDocument(await reader.readDocument({ bytes: pdfFile([page]), name: 'paper.pdf' }))

const paragraphs = async (page: PdfFilePage): Promise<string[]> =>
  (await read(page)).text.split('\n\n')

/** Returns a line's rectangle. */
function placeOf({ text, lines }: CutDocument, line: string): number[] {
  const index = lines.starts.findIndex((start, at) => text.slice(start, lines.ends[at]) === line)
  return Array.from(lines.boxes.subarray(index * 4, index * 4 + 4), Math.round)
}

test('a filled form is read with its values, each where it is', async () => {
  const field = (kind: string, name: string, rect: string): string =>
    `/Subtype /Widget /FT /${kind} /T (${name}) /Rect [${rect}]`
  const document = await read({
    texts: [
      { text: 'Application form', x: 60, y: 760, size: 20 },
      { text: 'Surname:', x: 60, y: 720 },
      { text: 'I agree:', x: 60, y: 690 },
      { text: 'by post', x: 90, y: 660 },
      { text: 'Country:', x: 60, y: 630 },
      { text: 'Code:', x: 60, y: 600 },
    ],
    annotations: [
      `${field('Ch', 'country', '150 625 400 645')} /Opt [[(de) (Germany)] [(fr) (France)]] /V (fr)`,
      `${field('Tx', 'surname', '150 715 400 735')} /V (Quintessenza)`,
      `${field('Btn', 'agree', '150 685 165 700')} /V /Yes /AS /Yes`,
      `${field('Btn', 'post', '70 657 82 669')} /AS /Off`,
      `${field('Tx', 'code', '150 595 400 615')} /Ff 8192 /V (secret)`,
      `${field('Tx', 'empty', '150 565 400 585')}`,
      `${field('Tx', 'hidden', '150 535 400 555')} /F 2 /V (not shown)`,
    ],
  })
  expect(document.text.split('\n\n')).toEqual([
    'Application form',
    'Surname: Quintessenza',
    'I agree: ☑',
    '☐ by post',
    'Country: France',
    'Code:',
  ])
  expect(placeOf(document, 'Quintessenza')).toEqual([150, 107, 250, 20])
  expect(document.omissions).toEqual([{ reason: 'hiddenText', page: 1, count: 1 }])
})

test('fields of a page that was taken from its form are read too', async () => {
  const field = (kind: string, y: number): string =>
    `/Subtype /Widget /FT /${kind} /T (${String(y)}) /Rect [60 ${String(y)} 300 ${String(y + 15)}]`
  const found = await paragraphs({
    texts: [{ text: 'Agency', x: 60, y: 760 }],
    isLoose: true,
    annotations: [
      `${field('Tx', 700)} /V (Fish and Wildlife)`,
      `${field('Tx', 660)} /Ff 8192 /V (secret)`,
      `${field('Btn', 620)} /AS /Yes`,
      `${field('Ch', 580)} /V (Monaco)`,
    ],
  })
  expect(found).toEqual(['Agency', 'Fish and Wildlife', '☑', 'Monaco'])
})

test('notes on a page are read with their places, and those that are hidden are told', async () => {
  const document = await read({
    texts: [{ text: 'The deadline is 1 June.', x: 60, y: 700 }],
    annotations: [
      '/Subtype /FreeText /Rect [60 560 400 600] /Contents (Reviewer note:\\rmoved to 3 June)',
      '/Subtype /Text /Rect [500 700 520 720] /Contents (Who said so?)',
      '/Subtype /Popup /Rect [500 600 590 690] /Contents (Who said so?)',
      '/Subtype /Highlight /Rect [60 700 200 714] /Contents (Important)',
      '/Subtype /Link /Rect [60 700 200 714] /Contents (A link)',
    ],
  })
  expect(document.text.split('\n\n')).toEqual([
    'The deadline is 1 June.',
    'Reviewer note: moved to 3 June',
    'Who said so?',
    'Important',
  ])
  expect(placeOf(document, 'Who said so?')).toEqual([500, 122, 20, 20])
  expect(placeOf(document, 'moved to 3 June')).toEqual([60, 262, 340, 20])
})

const rows = (texts: readonly (readonly string[])[], columns: readonly number[]): PdfText[] =>
  texts.flatMap((row, at) =>
    row.map((text, column) => ({ text, x: columns[column] ?? 0, y: 740 - 14 * at, size: 10 })),
  )

test('what stamps, signatures and buttons draw is read where it stands, unless hidden', async () => {
  const document = await read({
    texts: [
      { text: 'Contract', x: 60, y: 760 },
      { text: 'Signature:', x: 60, y: 700 },
      { text: 'End', x: 60, y: 500 },
    ],
    annotations: [
      '/Subtype /Widget /FT /Sig /T (signature) /Rect [150 695 450 715] /F 4',
      '/Subtype /Widget /FT /Btn /Ff 65536 /T (send) /Rect [60 640 360 660] /F 4',
      '/Subtype /Stamp /Rect [60 600 360 620] /F 4',
      '/Subtype /Stamp /Rect [60 560 360 580] /F 2',
      '/Subtype /Widget /FT /Tx /T (name) /Rect [60 540 360 560] /V (Ada) /F 4',
    ],
    appearances: {
      ...{ 0: 'Signed by Ada', 1: 'Send it', 2: 'RECEIVED 4 May', 3: 'unseen', 4: 'Ada' },
    },
  })
  expect(document.text.split(/\n\n/)).toEqual([
    'Contract',
    'Signature:',
    'Signed by Ada',
    'Send it',
    'RECEIVED 4 May',
    'Ada',
    'End',
  ])
  expect(placeOf(document, 'RECEIVED 4 May').slice(0, 2)).toEqual([62, 228])
})

test('columns that the file has line by line are read one after the other', async () => {
  const columns = [
    ['Dwarf galaxies are', 'The committee met'],
    ['believed to be dom-', 'for several hours to'],
    ['inated by dark matter', 'discuss the funding'],
    ['and are small.', 'in Breda.'],
  ]
  const texts = [{ text: 'A study', x: 60, y: 790, size: 18 }, ...rows(columns, [60, 310])]
  expect(await paragraphs({ texts })).toEqual([
    'A study',
    'Dwarf galaxies are believed to be dominated by dark matter and are small.',
    'The committee met for several hours to discuss the funding in Breda.',
  ])
})

test('three columns are read one after the other', async () => {
  const columns = [
    ['Lights of the quay', 'A man walks along', 'In winter the ice is'],
    ['go out one after the', 'the pier with a pole', 'early, and the boats'],
    ['other. Nobody now', 'and puts the lamps', 'are drawn ashore be-'],
    ['remembers why.', 'out. He is old.', 'fore December.'],
  ]
  expect(await paragraphs({ texts: rows(columns, [60, 230, 400]) })).toEqual([
    'Lights of the quay go out one after the other. Nobody now remembers why.',
    'A man walks along the pier with a pole and puts the lamps out. He is old.',
    'In winter the ice is early, and the boats are drawn ashore before December.',
  ])
})

test('tables stay row by row', async () => {
  const tables = [
    [
      ['gzip foo', 'compress foo to create foo.gz'],
      ['gunzip foo.gz', 'decompress foo.gz to create foo'],
      ['bzip2 foo', 'compress foo to create foo.bz2'],
      ['tar xvf foo.tar', 'extract files from an archive'],
    ],
    [
      ['Apples and pears', '3.50'],
      ['Plums', '12.10'],
      ['Nuts, shelled by hand', '7.00'],
      ['Berries', '9.20'],
    ],
  ]
  for (const table of tables) {
    const { text } = await read({ texts: rows(table, [60, 310]) })
    expect(text).toBe(table.flat().join(' '))
  }
})

test('a line of another block between two lines of an address comes after them', async () => {
  const texts = [
    { text: 'FRANKLIN ROOSEVELTLAAN 82', x: 62.3, y: 565.8, size: 7.3 },
    { text: 'Bijdrage', x: 456.9, y: 560.4, size: 8.8 },
    { text: '4835 AC BREDA', x: 62.6, y: 556.3, size: 6.8 },
  ]
  expect(await paragraphs({ texts })).toEqual([
    'FRANKLIN ROOSEVELTLAAN 82 4835 AC BREDA',
    'Bijdrage',
  ])
})

test('text that runs up, down or on its head is read in words, where it stands', async () => {
  const document = await read({
    texts: [
      { text: 'Upright words stand here', x: 100, y: 700 },
      { text: 'Turned text, with "marks".', x: 50, y: 300, angle: 90 },
      { text: 'Second line of turned words', x: 66, y: 300, angle: 90 },
      { text: 'Down it goes here', x: 500, y: 700, angle: 270 },
      { text: 'On its head it stands', x: 400, y: 100, angle: 180 },
    ],
  })
  expect(document.text.split('\n\n')).toEqual([
    'Upright words stand here',
    'Turned text, with "marks".',
    'Second line of turned words',
    'Down it goes here',
    'On its head it stands',
  ])
  const [x = 0, y = 0, width = 0, height = 0] = placeOf(document, 'Turned text, with "marks".')
  expect(x + width).toBeGreaterThan(50)
  expect(x).toBeLessThan(50)
  expect(y + height).toBe(842 - 300)
  expect(height).toBeGreaterThan(width * 5)
})

test('a page that is turned with its text is read in paragraphs', async () => {
  const texts = [
    { text: 'Shown upright on a turned page', x: 100, y: 100, angle: 90 },
    { text: 'and its second line is here', x: 116, y: 100, angle: 90 },
  ]
  expect(await paragraphs({ rotation: 90, texts })).toEqual([
    'Shown upright on a turned page and its second line is here',
  ])
})

test('text outside of what the page shows is left out and told', async () => {
  const { text, omissions } = await read({
    cropBox: [50, 50, 500, 800],
    texts: [
      { text: 'printer-marks_v7.indd', x: 60, y: 20 },
      { text: 'What the page shows', x: 60, y: 700 },
      { text: 'A line that runs over the edge is read to its end', x: 400, y: 600 },
    ],
  })
  expect(text).toBe('What the page shows\n\nA line that runs over the edge is read to its end')
  expect(omissions).toEqual([{ reason: 'croppedText', page: 1 }])
})

const prose = [
  'The harbour closes at dusk, and the lights of the quay go out one after the other.',
  'Nobody remembers who began with it in the first place, though many claim that they do.',
  'Every evening the same man walks along the pier with a pole and puts out the lamps,',
  'and every morning another one lights them again for the fog. In winter the ice comes early.',
]

const inFont = (font: PdfText['font'], texts: readonly string[]): PdfFilePage => ({
  texts: texts.map((text, at) => ({
    text,
    x: 40,
    y: 700 - 14 * at,
    size: 8,
    ...(font && { font }),
  })),
})

test('letters are judged by what they are, not by what their font says of them', async () => {
  const right = await read(inFont('silent', prose))
  expect(right.text.replaceAll(/\s+/g, ' ')).toBe(prose.join(' '))
  expect(right.omissions).toEqual([])
  const wrong = await read(inFont('lying', prose))
  expect(wrong.text).toBe('')
  expect(wrong.omissions).toEqual([
    { reason: 'pageWithoutText', page: 1 },
    { reason: 'unknownCharacters', page: 1 },
  ])
})

test('characters of two halves are whole, and half of one is unknown', async () => {
  const { text } = await read({
    texts: [
      { text: 'Smile', x: 40, y: 700 },
      { text: 'ab', x: 80, y: 700, font: 'mapped' },
      { text: 'j', x: 40, y: 640, font: 'mapped' },
    ],
  })
  expect(text.replaceAll(/\s+/g, ' ')).toBe('Smile 😃\u{2003e} \ufffd')
})

test('letters of many scripts in one word are garbage, beside each other they are a list', async () => {
  const mixed = await read(inFont('mapped', ['cdefghcdefgh', 'dcfegdhcdecg', 'hgfedcdcgehc']))
  expect(mixed.text).toBe('')
  expect(mixed.omissions).toContainEqual({ reason: 'unknownCharacters', page: 1 })
  const list = await read(inFont('mapped', ['cccccccccc dddddddddd', 'gggggggggg hhhhhhhhhh']))
  expect(list.text).toContain('ЖЖЖЖЖЖЖЖЖЖ')
})

test('keys, numbers and names are no garbage', async () => {
  const pages = [
    ['QWxhZGRpbjpvcGVuIHNlc2FtZQzXvbKqTjHdPp', 'mK9xVbWqLzTnRcYfHgJsDkPwQxZbVnMlKjHgFd'],
    ['TX-4432 BRD 77', 'WLK-9921 QRS 12', 'ZZT-1000 PLK 3'],
    ['MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHS'],
    [
      'Wojciech Szczęsny'.replaceAll('ę', 'e'),
      'Krzysztof Brzezinski',
      'Grzegorz Brzeczyszczykiewicz',
    ],
  ]
  for (const texts of pages) {
    const { text } = await read(inFont('regular', texts))
    expect(text).toBe(texts.join(' '))
  }
})
