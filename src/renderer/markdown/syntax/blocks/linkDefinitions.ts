import { unescapeText } from '../characters.ts'
import { scanDestination, scanLabel } from '../linkParts.ts'
import { normalizeLabel } from '../tree.ts'
import type { LinkTarget } from '../tree.ts'
import { skipSpaces } from './lineCursor.ts'

export interface LinkDefinition extends LinkTarget {
  /** Normalised. */
  label: string
}

/** The state of reading the definitions at a paragraph's beginning; never changed in place. */
export interface DefinitionScan {
  /** The part that the next line is to go on with. */
  awaits: 'definition' | 'label' | 'destination' | 'titleOrNext' | 'title'
  /** The lines that are text after all if this comes to nothing. */
  pending: string
  label: string
  href: string
  /** The character that closes the title. */
  titleMark: string
  title: string
  /** The title began on a line of its own: without it, the definition stands all the same. */
  hasOwnLine: boolean
}

export interface ScannedLine {
  definitions: LinkDefinition[]
  /** Undefined once text has begun: no definition follows it. */
  scan: DefinitionScan | undefined
  text: string
}

export const definitionsStart: DefinitionScan = {
  awaits: 'definition',
  pending: '',
  label: '',
  href: '',
  titleMark: '',
  title: '',
  hasOwnLine: false,
}

const maxLabelLength = 999
const halfLabel = /^\[(?:[^\\[\]]|\\[^])*\\?$/
const closingMarks: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' }

/** Reads one more line of a paragraph that has held nothing but definitions so far. */
export function scanDefinitionLine(scan: DefinitionScan, line: string): ScannedLine {
  const pending = `${scan.pending}\n${line}`
  switch (scan.awaits) {
    case 'definition':
      return line.startsWith('[') ? readLabel(line) : asText(line)
    case 'label':
      return readLabel(pending)
    case 'destination':
      return readDestination({ ...scan, pending }, line)
    case 'titleOrNext':
      return readTitleOrNext(scan, line)
    case 'title':
      return readTitle({ ...scan, pending, title: `${scan.title}\n` }, line, 0)
  }
}

/** Returns the result of a scan where no line follows. */
export function finishDefinitions(scan: DefinitionScan): ScannedLine {
  if (scan.awaits === 'titleOrNext') {
    return { definitions: [toDefinition(scan)], scan: undefined, text: '' }
  }
  return scan.awaits === 'title' ? failTitle(scan) : asText(scan.pending)
}

function asText(text: string): ScannedLine {
  return { definitions: [], scan: undefined, text }
}

function goOn(scan: DefinitionScan): ScannedLine {
  return { definitions: [], scan, text: '' }
}

function toDefinition({ label, href }: DefinitionScan, title = ''): LinkDefinition {
  return { label, href, title }
}

function readLabel(pending: string): ScannedLine {
  const written = scanLabel(pending, 0)
  if (!written) {
    const mayGoOn = pending.length <= maxLabelLength + 1 && halfLabel.test(pending)
    return mayGoOn ? goOn({ ...definitionsStart, awaits: 'label', pending }) : asText(pending)
  }
  const label = normalizeLabel(written.value)
  if (pending[written.end] !== ':' || label === '' || label.startsWith('^')) return asText(pending)
  const line = pending.slice(written.end + 1)
  return readDestination({ ...definitionsStart, awaits: 'destination', pending, label }, line)
}

function readDestination(scan: DefinitionScan, line: string): ScannedLine {
  const start = skipSpaces(line, 0)
  if (start === line.length) return goOn(scan)
  const destination = scanDestination(line, start)
  if (!destination || destination.end === start) return asText(scan.pending)
  const found: DefinitionScan = { ...scan, awaits: 'titleOrNext', href: destination.value }
  const titleStart = skipSpaces(line, destination.end)
  if (titleStart === line.length) return goOn(found)
  const titleMark = closingMarks[line.charAt(titleStart)]
  if (titleStart === destination.end || titleMark === undefined) return asText(scan.pending)
  return readTitle({ ...found, awaits: 'title', titleMark }, line, titleStart + 1)
}

function readTitleOrNext(scan: DefinitionScan, line: string): ScannedLine {
  const titleMark = closingMarks[line.charAt(0)]
  if (titleMark !== undefined) {
    const title = { ...scan, awaits: 'title' as const, titleMark, pending: line, hasOwnLine: true }
    return readTitle(title, line, 1)
  }
  const next = scanDefinitionLine(definitionsStart, line)
  return { ...next, definitions: [toDefinition(scan), ...next.definitions] }
}

/** Reads what a line has of a title, from `start`. */
function readTitle(scan: DefinitionScan, line: string, start: number): ScannedLine {
  const { titleMark } = scan
  let end = start
  while (end < line.length && line[end] !== titleMark) {
    if (titleMark === ')' && line[end] === '(') return failTitle(scan)
    end += line[end] === '\\' ? 2 : 1
  }
  const title = scan.title + line.slice(start, end)
  if (end >= line.length) return goOn({ ...scan, title })
  if (skipSpaces(line, end + 1) < line.length) return failTitle(scan)
  const definition = toDefinition(scan, unescapeText(title))
  return { definitions: [definition], scan: definitionsStart, text: '' }
}

function failTitle(scan: DefinitionScan): ScannedLine {
  const definitions = scan.hasOwnLine ? [toDefinition(scan)] : []
  return { definitions, scan: undefined, text: scan.pending }
}
