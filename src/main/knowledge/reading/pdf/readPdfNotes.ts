import type { Rectangle } from '../../../../shared/knowledge/passagePlace.ts'
import { cleanText } from '../decodeText.ts'
import type { Edges } from './pageFrame.ts'
import type { PdfLine } from './pdfLine.ts'
import { readEdges } from './readPdfLines.ts'
import { scratchBytes, type OpenPdf } from './withPdf.ts'

/** Form values and annotations of a page. */
export interface PdfNotes {
  /** The values of a form's fields, each where it is. */
  fields: PdfLine[]
  /** Text that stands on the page like its own. */
  notes: PdfLine[]
  /** Text that a viewer shows only when its mark is opened. */
  comments: PdfLine[]
  /** The number of those that are not shown. */
  hidden: number
  /** The indices of those whose text is only drawn, such as stamps and signatures. */
  drawn: number[]
}

/** Kinds of annotations, by fpdf_annot.h. */
const [link, freeText, stamp, popup, widget] = [2, 3, 13, 16, 20]
/** FPDF_ANNOT_FLAG_HIDDEN and FPDF_ANNOT_FLAG_NOVIEW. */
const unseen = 2 | 32
/** FPDF_FORMFIELD_CHECKBOX and so on, by fpdf_formfill.h. */
const [pushButton, checkBox, radioButton, comboBox, listBox, signature] = [1, 2, 3, 4, 5, 7]
/** The flag of text fields that show dots. */
const passwordFlag = 1 << 13
const maxAnnotations = 5000
const maxOptions = 1000
const maxTextBytes = 1_000_000

/** Reads the annotations of a page with their places. */
export function readPdfNotes(
  pdf: OpenPdf,
  page: number,
  place: (edges: Edges) => Rectangle,
): PdfNotes {
  const { exports, scratch } = pdf
  const read: PdfNotes = { fields: [], notes: [], comments: [], hidden: 0, drawn: [] }
  const count = Math.min(exports.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let index = 0; index < count; index++) {
    const annotation = exports.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    const kind = exports.FPDFAnnot_GetSubtype(annotation)
    const isField = kind === widget
    const text = isField ? fieldText(pdf, annotation) : noteText(pdf, annotation, kind)
    const isShown = (exports.FPDFAnnot_GetFlags(annotation) & unseen) === 0
    const hasPlace = exports.FPDFAnnot_GetRect(annotation, scratch) !== 0
    const isDrawn =
      kind === stamp || (kind === freeText && text === '') || isDrawnField(pdf, annotation, kind)
    if (isShown && isDrawn) read.drawn.push(index)
    if (text !== '' && !isShown) read.hidden += 1
    else if (text !== '' && hasPlace) {
      const lines = linesOf(text, place(readEdges(exports, scratch)), isField ? 'field' : 'note')
      const list = isField ? read.fields : kind === freeText ? read.notes : read.comments
      list.push(...lines)
    }
    exports.FPDFPage_CloseAnnot(annotation)
  }
  return read
}

/** Tells whether a field has no value, but a drawing that may say something. */
function isDrawnField({ exports, form }: OpenPdf, annotation: number, kind: number): boolean {
  if (kind !== widget) return false
  const type = form ? exports.FPDFAnnot_GetFormFieldType(form, annotation) : -1
  return type === pushButton || type === signature
}

function noteText(pdf: OpenPdf, annotation: number, kind: number): string {
  return kind === link || kind === popup ? '' : entryText(pdf, annotation, 'Contents')
}

/** Returns an entry of an annotation's own dictionary. */
function entryText(pdf: OpenPdf, annotation: number, name: string): string {
  const key = `${name}\0`
  Buffer.from(pdf.exports.memory.buffer, pdf.scratch, key.length).write(key, 'latin1')
  return wideText(pdf, (buffer, bytes) =>
    pdf.exports.FPDFAnnot_GetStringValue(annotation, pdf.scratch, buffer, bytes),
  )
}

function fieldText(pdf: OpenPdf, annotation: number): string {
  const { exports, form } = pdf
  const kind = form ? exports.FPDFAnnot_GetFormFieldType(form, annotation) : -1
  if (kind < 0) return looseFieldText(pdf, annotation)
  if (kind === pushButton || kind === signature) return ''
  if (kind === checkBox || kind === radioButton) {
    // PDFium asks for a drawing of the box with its mark, which some programs leave to the reader.
    const state = entryText(pdf, annotation, 'AS')
    const isMarked = exports.FPDFAnnot_IsChecked(form, annotation) !== 0
    return isMarked || (state !== '' && state !== 'Off') ? '☑' : '☐'
  }
  if ((exports.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) !== 0) return ''
  const chosen = kind === comboBox || kind === listBox ? chosenOptions(pdf, annotation) : ''
  if (chosen !== '') return chosen
  return wideText(pdf, (buffer, bytes) =>
    exports.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes),
  )
}

/** Returns the value of a field that no form lists, such as on a page taken from its document. */
function looseFieldText(pdf: OpenPdf, annotation: number): string {
  const kind = entryText(pdf, annotation, 'FT')
  const state = entryText(pdf, annotation, 'AS')
  if (kind === 'Btn') return state === '' ? '' : state === 'Off' ? '☐' : '☑'
  const { exports, scratch } = pdf
  const place = scratch + 16
  Buffer.from(exports.memory.buffer, scratch, 3).write('Ff\0', 'latin1')
  const hasFlags = exports.FPDFAnnot_GetNumberValue(annotation, scratch, place) !== 0
  const flags = hasFlags ? new DataView(exports.memory.buffer).getFloat32(place, true) : 0
  const isText = (kind === 'Tx' && (flags & passwordFlag) === 0) || kind === 'Ch'
  return isText ? entryText(pdf, annotation, 'V') : ''
}

/** Returns the chosen options of a list as they are shown. */
function chosenOptions(pdf: OpenPdf, annotation: number): string {
  const { exports, form } = pdf
  const count = Math.min(exports.FPDFAnnot_GetOptionCount(form, annotation), maxOptions)
  return Array.from({ length: Math.max(0, count) }, (_, index) => index)
    .filter((index) => exports.FPDFAnnot_IsOptionSelected(form, annotation, index))
    .map((index) =>
      wideText(pdf, (buffer, bytes) =>
        exports.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, bytes),
      ),
    )
    .join(', ')
}

/** Returns a text in UTF-16 that PDFium writes, with its length in bytes as the answer. */
function wideText(
  { exports, scratch }: OpenPdf,
  write: (buffer: number, bytes: number) => number,
): string {
  // The name of what is asked for may be at the beginning.
  const short = scratch + 32
  const length = write(short, scratchBytes - 32)
  if (length <= 2 || length > maxTextBytes) return ''
  const isShort = length <= scratchBytes - 32
  const buffer = isShort ? short : exports.malloc(length)
  if (!isShort) write(buffer, length)
  const text = Buffer.from(exports.memory.buffer, buffer, length - 2).toString('utf16le')
  if (!isShort) exports.free(buffer)
  return cleanText(text).trim()
}

/** Returns the lines of a text, which share its rectangle. */
function linesOf(
  text: string,
  { x, y, width, height }: Rectangle,
  written: 'field' | 'note',
): PdfLine[] {
  const texts = text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const share = height / texts.length
  return texts.map((line, index) => ({
    ...{ text: line, x, y: y + share * index, width, height: share },
    ...{ size: 0, isBold: false, isHyphenated: false, written },
  }))
}
