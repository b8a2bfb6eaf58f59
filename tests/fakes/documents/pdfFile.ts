/** Writes PDF files, also such as no honest program writes. */
import { createHash } from 'node:crypto'

export interface PdfText {
  text: string
  x: number
  /** From the bottom of the page, as PDF counts. */
  y: number
  size?: number
  font?: keyof typeof fonts
  /** In degrees, against the clock. */
  angle?: number
}

export interface PdfFilePage {
  texts: readonly PdfText[]
  width?: number
  height?: number
  /** In degrees, clockwise. */
  rotation?: 0 | 90 | 180 | 270
  /** Visible part of the page: left, bottom, right and top. */
  cropBox?: readonly [number, number, number, number]
  /** Dictionaries of notes and of a form's fields, without what all of them have. */
  annotations?: readonly string[]
  /** Leaves its fields out of the document's form, as a page taken from another does. */
  isLoose?: boolean
  /** Texts of 9 points that notes draw, by their places in `annotations`. */
  appearances?: Readonly<Record<number, string>>
  /** Draws a rectangle in place of a scan. */
  hasDrawing?: boolean
}

export interface PdfFileOptions {
  title?: string
  /** The document's table of contents; pages are counted from 1. */
  outline?: readonly { title: string; page: number }[]
  /** Encrypts the file with 40 bits of RC4, the oldest way. */
  password?: string
}

/** Returns the bytes of a PDF with the given pages. */
export function pdfFile(pages: readonly PdfFilePage[], options: PdfFileOptions = {}): Buffer {
  const objects = pdfObjects(pages, options)
  const encryption = options.password === undefined ? undefined : encrypt(options.password)
  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets: number[] = []
  const add = (bytes: Buffer<ArrayBuffer>): void => {
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    const number = index + 1
    offsets.push(length)
    const body = object.stream
      ? withStream(object.dictionary, encryption?.(number, object.stream) ?? object.stream)
      : Buffer.from(object.dictionary, 'latin1')
    add(Buffer.concat([Buffer.from(`${String(number)} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = String(objects.length + 1)
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R ` +
        `${options.title === undefined ? '' : '/Info 6 0 R '}${encryption?.trailer ?? ''}>>\n` +
        `startxref\n${String(length)}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

interface PdfObject {
  dictionary: string
  stream?: Buffer
}

const firstPage = 12

function pdfObjects(
  pages: readonly PdfFilePage[],
  { title = '', outline = [] }: PdfFileOptions,
): PdfObject[] {
  const root = firstPage + 2 * pages.length
  const outlines = outline.length > 0 ? ` /Outlines ${String(root)} 0 R` : ''
  const kids = pages.map((_, index) => `${String(firstPage + 2 * index)} 0 R`).join(' ')
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const firstNote = root + (outline.length > 0 ? outline.length + 1 : 0)
  const notes = pages.flatMap(({ annotations = [] }) => annotations)
  const drawings = pages.flatMap(({ annotations = [], appearances = {} }) =>
    annotations.map((_, index) => appearances[index]),
  )
  const appearances = drawings.filter((text) => text !== undefined)
  const appearanceOf = (index: number): string => {
    if (drawings[index] === undefined) return ''
    const before = drawings.slice(0, index).filter((text) => text !== undefined).length
    return ` /AP << /N ${String(firstNote + notes.length + before)} 0 R >>`
  }
  let notesBefore = 0
  const fields = notes.flatMap((entries, index) =>
    entries.includes('/FT') ? [`${String(firstNote + index)} 0 R`] : [],
  )
  const isForm = fields.length > 0 && !pages.some(({ isLoose }) => isLoose)
  const form = isForm ? ` /AcroForm << /Fields [${fields.join(' ')}] >>` : ''
  const fixed = [
    `<< /Type /Catalog /Pages 2 0 R${outlines}${form} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${String(pages.length)} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    drawnFont(97, 99),
    `<< /Title (${title}) >>`,
    drawnFont(32, 126),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ' +
      '/ToUnicode 9 0 R >>',
  ]
  const mapped = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>'
  return [
    ...fixed.map((dictionary) => ({ dictionary })),
    { dictionary: '', stream: shiftedLetters },
    { dictionary: mapped },
    { dictionary: '', stream: mappedLetters },
    ...pages.flatMap((page, index) => {
      const before = notesBefore
      notesBefore += page.annotations?.length ?? 0
      return pageObjects(page, index, firstNote + before)
    }),
    ...outlineObjects(outline, root).map((dictionary) => ({ dictionary })),
    ...notes.map((entries, index) => ({
      dictionary: `<< /Type /Annot ${entries}${appearanceOf(index)} >>`,
    })),
    ...appearances.map((text) => ({
      dictionary:
        '/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F0 3 0 R >> >>',
      stream: Buffer.from(`BT /F0 9 Tf 2 5 Td (${text}) Tj ET`, 'latin1'),
    })),
  ]
}

/** A font whose letters are drawings with names of its own: nothing says what they mean. */
function drawnFont(first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => index)
  return (
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] ' +
    `/FirstChar ${String(first)} /LastChar ${String(last)} ` +
    `/Widths [${codes.map(() => 750).join(' ')}] /CharProcs << >> ` +
    `/Encoding << /Type /Encoding /Differences [${String(first)} ` +
    `${codes.map((code) => `/q${String(code)}`).join(' ')}] >> >>`
  )
}

/** Says of each letter that it is the one 29 places before it, as some programs do. */
const shiftedLetters = Buffer.from(
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def ' +
    '1 begincodespacerange <00> <ff> endcodespacerange ' +
    '1 beginbfrange <20> <7e> <0003> endbfrange endcmap end end',
  'latin1',
)

/** Characters beyond U+FFFF, then letters of scripts that no text mixes, in UTF-16. */
const mappedLetters = Buffer.from(
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def ' +
    '1 begincodespacerange <00> <ff> endcodespacerange 10 beginbfchar ' +
    '<61> <D83DDE03> <62> <D840DC3E> <63> <0416> <64> <0645> <65> <0E81> ' +
    '<66> <4E2D> <67> <05D0> <68> <0E19> <69> <0065> <6a> <D83D> ' +
    'endbfchar endcmap end end',
  'latin1',
)

function outlineObjects(outline: NonNullable<PdfFileOptions['outline']>, root: number): string[] {
  if (outline.length === 0) return []
  const last = root + outline.length
  const items = outline.map(({ title, page }, index) => {
    const own = root + 1 + index
    const next = own < last ? `/Next ${String(own + 1)} 0 R ` : ''
    const before = index > 0 ? `/Prev ${String(own - 1)} 0 R ` : ''
    const target = `/Dest [${String(firstPage + 2 * (page - 1))} 0 R /Fit] `
    return `<< /Title (${title}) /Parent ${String(root)} 0 R ${next}${before}${target}>>`
  })
  const range = `/First ${String(root + 1)} 0 R /Last ${String(last)} 0 R`
  return [`<< /Type /Outlines ${range} /Count ${String(outline.length)} >>`, ...items]
}

function pageObjects(page: PdfFilePage, index: number, firstNote: number): PdfObject[] {
  const { width = 595, height = 842, rotation = 0, cropBox } = page
  const content = String(firstPage + 2 * index + 1)
  const references = page.annotations?.map((_, at) => `${String(firstNote + at)} 0 R`)
  const notes = references ? `/Annots [${references.join(' ')}] ` : ''
  const crop = cropBox ? `/CropBox [${cropBox.join(' ')}] ` : ''
  const dictionary =
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(width)} ${String(height)}] ${crop}` +
    `/Rotate ${String(rotation)} /Contents ${content} 0 R ` +
    `${notes}/Resources << /Font << /F0 3 0 R /F1 4 0 R /F2 5 0 R /F3 7 0 R /F4 8 0 R /F5 10 0 R >> >> >>`
  const drawing = page.hasDrawing ? '0.5 g 50 50 300 300 re f\n' : ''
  const stream = Buffer.from(drawing + page.texts.map(textOperators).join(''), 'latin1')
  return [{ dictionary }, { dictionary: '', stream }]
}

/**
 * `silent` does not say what its letters mean, but they are right; `lying` says something wrong;
 * `mapped` says of `a` to `j` that they are other characters.
 */
const fonts = {
  ...{ regular: 'F0', bold: 'F1', unknown: 'F2', silent: 'F3', lying: 'F4', mapped: 'F5' },
} as const

function textOperators({ text, x, y, size = 12, font = 'regular', angle = 0 }: PdfText): string {
  const escaped = text.replaceAll(/[\\()]/g, String.raw`\$&`)
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ')
  return `BT /${fonts[font]} ${String(size)} Tf ${matrix} Tm (${escaped}) Tj ET\n`
}

function withStream(dictionary: string, stream: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${String(stream.length)} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream')])
}

interface Encryption {
  (object: number, stream: Buffer): Buffer
  trailer: string
}

/** The standard security handler's revision 2 (ISO 32000, 7.6.3). */
function encrypt(password: string): Encryption {
  const padding = Buffer.from(
    '28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A',
    'hex',
  )
  const md5 = (...parts: Buffer[]): Buffer =>
    createHash('md5').update(Buffer.concat(parts)).digest()
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-4)
  const id = Buffer.alloc(16, 7)
  const key = md5(padded, owner, permissions, id).subarray(0, 5)
  const user = rc4(key, padding)
  const trailer =
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> ` +
    `/U <${user.toString('hex')}> /P -4 >> /ID [<${id.toString('hex')}> <${id.toString('hex')}>] `
  const encryptStream = (object: number, stream: Buffer): Buffer => {
    const salt = Buffer.from([object & 0xff, object >> 8, 0, 0, 0])
    return rc4(md5(key, salt).subarray(0, 10), stream)
  }
  return Object.assign(encryptStream, { trailer })
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  j = 0
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] ?? 0)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
    }),
  )
}
