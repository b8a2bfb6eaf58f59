import {
  noLines,
  type DocumentBlock,
  type DocumentPage,
  type Omission,
  type ReadDocument,
} from '../readDocument.ts'
import { cleanText } from './decodeText.ts'

export type WrittenKind = 'paragraph' | 'listItem' | 'code'

/** Builds a document block by block. Within a table, paragraphs become the text of its cells. */
export interface DocumentWriter {
  heading: (level: number, text: string) => void
  block: (kind: WrittenKind, text: string) => void
  /** Begins a page, such as a slide. */
  page: (width: number, height: number) => void
  beginTable: () => void
  /** A row of the head is part of what each passage of the table is searched with. */
  beginRow: (isHead: boolean) => void
  beginCell: () => void
  endCell: () => void
  endRow: () => void
  endTable: () => void
  /** Tells that something was not read. With a count of 0 nothing was left out. */
  omit: (omission: Omission) => void
  /** Tells that the text has reached its limit. Nothing more is taken. */
  isFull: () => boolean
  finish: (title: string | null) => ReadDocument
}

interface OpenTable {
  start: number
  headEnd: number
  rows: number
  row: string[]
  isHead: boolean
  cell: string
}

/** A longer text is cut off, and its document says so. About 5,000 pages of a book. */
export const maxTextLength = 16_000_000
/** Tables within the cells of tables are text of the outer cell. */
const cellGap = ' | '
const maxLevel = 6
/** More pieces are joined to one: each takes more memory than its text. */
const maxParts = 20_000
const maxCells = 2000
/** Excel has 32,767. */
const maxCellLength = 4_000_000

export function createDocumentWriter(): DocumentWriter {
  const parts: string[] = []
  const blocks: DocumentBlock[] = []
  const pages: DocumentPage[] = []
  const omissions: Omission[] = []
  let length = 0
  let isFull = false
  /** Rows are read up to a number of cells, and cells up to a length. */
  let hasLostText = false
  let table: OpenTable | undefined
  /** Nesting depth of the open table. */
  let depth = 0

  /** Writes a text after a gap, as far as there is room. Returns where it begins, if it does. */
  function write(given: string, gap: string): number | undefined {
    const before = length === 0 ? '' : gap
    const room = maxTextLength - length - before.length
    isFull ||= given.length > room
    const text = given.length > room ? given.slice(0, Math.max(0, room)).trimEnd() : given
    if (text === '') return undefined
    parts.push(before, text)
    if (parts.length >= maxParts) parts.splice(0, parts.length, parts.join(''))
    length += before.length + text.length
    return length - text.length
  }

  function put(kind: WrittenKind | 'heading', whole: string, level = 1): void {
    if (table && table.row.length >= maxCells) {
      hasLostText ||= whole !== ''
      return
    }
    const given = table ? whole.slice(0, maxCellLength) : whole
    hasLostText ||= given.length < whole.length
    const text = kind === 'code' ? cleanText(given).replace(/^\n+/, '').trimEnd() : tidy(given)
    if (text === '' || isFull) return
    if (table) {
      table.cell += `${table.cell === '' ? '' : ' '}${text.replaceAll('\n', ' ')}`
      return
    }
    const isList = kind === 'listItem' && blocks.at(-1)?.kind === 'listItem'
    const start = write(text, isList ? '\n' : '\n\n')
    if (start === undefined) return
    if (kind === 'heading') {
      blocks.push({ kind, start, end: length, level: Math.min(Math.max(level, 1), maxLevel) })
    } else blocks.push({ kind, start, end: length })
  }

  function endRow(): void {
    if (!table || depth > 1) return
    const { row } = table
    while (row.length > 0 && row.at(-1) === '') row.pop()
    table.row = []
    if (row.length === 0) return
    const start = write(row.join(cellGap), table.rows === 0 ? '\n\n' : '\n')
    if (start === undefined) return
    if (table.rows === 0) table.start = start
    if (table.isHead || table.rows === 0) table.headEnd = length
    table.rows += 1
  }

  return {
    heading: (level, text) => put('heading', text.replaceAll('\n', ' '), level),
    block: put,
    page: (width, height) => pages.push({ start: length, width, height }),
    beginTable() {
      depth += 1
      table ??= { start: length, headEnd: length, rows: 0, row: [], isHead: false, cell: '' }
    },
    beginRow(isHead) {
      if (table && depth === 1) table.isHead = isHead
    },
    beginCell() {
      if (table && depth === 1) table.cell = ''
    },
    endCell() {
      if (table && depth === 1 && table.row.length < maxCells) table.row.push(table.cell)
    },
    endRow,
    endTable() {
      depth = Math.max(0, depth - 1)
      if (!table || depth > 0) return
      const { start, headEnd, rows } = table
      if (rows > 0) blocks.push({ kind: 'table', start, end: length, headEnd })
      table = undefined
    },
    omit(omission) {
      if (omission.count !== 0) omissions.push(omission)
    },
    isFull: () => isFull,
    finish: (title) => ({
      text: parts.join(''),
      title: title === null ? null : tidy(title).slice(0, 300) || null,
      pages: pages.map((page, index) => ({ ...page, start: firstOf(page.start, index) })),
      blocks,
      lines: noLines,
      omissions: isFull || hasLostText ? [...omissions, { reason: 'tooLong' }] : omissions,
    }),
  }

  /** A page begins with its first block, after the gap before it. */
  function firstOf(start: number, index: number): number {
    const next = pages[index + 1]?.start ?? length
    return start > 0 && next > start ? start + 2 : start
  }
}

/** Joins white space, which says nothing between elements, and drops soft hyphens. */
function tidy(text: string): string {
  return cleanText(text)
    .replaceAll('\u00ad', '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}
