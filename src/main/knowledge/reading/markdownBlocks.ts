import type { DocumentBlock } from '../readDocument.ts'
import { isBlank, textLines, type TextLine } from './textLines.ts'

type Kind = DocumentBlock['kind']

interface OpenBlock {
  kind: Kind | 'frontMatter'
  lines: TextLine[]
  /** The marks that close a block of code. */
  fence?: string
  headEnd?: number
}

/** The data at the beginning of some files, such as their title. */
const frontMatter = /^---[^\S\n]*\n([\s\S]{0,5000}?)\n---/

/** Finds the blocks of Markdown. The text keeps its marks, so offsets are those of the file. */
export function markdownBlocks(text: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = []
  let open: OpenBlock | undefined

  function close(): void {
    if (open) blocks.push(...asBlocks(open))
    open = undefined
  }
  function begin(kind: OpenBlock['kind'], line: TextLine, more: Partial<OpenBlock> = {}): void {
    close()
    open = { kind, lines: [line], ...more }
  }

  for (const line of textLines(text)) {
    if (open?.fence !== undefined) {
      open.lines.push(line)
      if (isFenceEnd(line.text, open.fence)) close()
      continue
    }
    const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(line.text)?.[1]
    if (line.start === 0 && frontMatter.test(text)) {
      begin('frontMatter', line, { fence: '---' })
    } else if (fence !== undefined) begin('code', line, { fence })
    else if (isBlank(line.text)) close()
    else if (/^\s{0,3}#{1,6}(?:\s|$)/.test(line.text)) {
      begin('heading', line)
      close()
    } else if (open && isUnderline(line.text, open)) {
      open.kind = 'heading'
      open.lines.push(line)
      close()
    } else if (open && isTableHead(line.text, open)) {
      open = splitTable(blocks, open, line)
    } else if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line.text)) begin('listItem', line)
    else if (open) open.lines.push(line)
    else begin('paragraph', line)
  }
  close()
  return blocks
}

/** Returns the title that Markdown's front matter or its first heading of level 1 gives. */
export function markdownTitle(text: string): string | null {
  const front = frontMatter.exec(text)?.[1]
  const named = front && /^title:\s*["']?(.+?)["']?\s*$/m.exec(front)?.[1]
  return named ?? /^# (.+)$/m.exec(text.slice(0, 5000))?.[1]?.trim() ?? null
}

function isFenceEnd(line: string, fence: string): boolean {
  const marks = line.trim()
  return marks.startsWith(fence) && marks.replaceAll(fence[0] ?? '', '') === ''
}

function isUnderline(line: string, open: OpenBlock): boolean {
  return (
    open.kind === 'paragraph' && open.lines.length === 1 && /^ {0,3}(?:=+|-+)$/.test(line.trimEnd())
  )
}

/** Tells whether a line is the row of dashes below a table's head. */
function isTableHead(line: string, open: OpenBlock): boolean {
  if (open.kind !== 'paragraph' || !open.lines.at(-1)?.text.includes('|')) return false
  return /^[|:\-\s]+$/.test(line) && line.includes('-') && line.includes('|')
}

/** Begins a table with the last line of a paragraph, and closes what is before it. */
function splitTable(blocks: DocumentBlock[], open: OpenBlock, dashes: TextLine): OpenBlock {
  const head = open.lines.pop()
  if (open.lines.length > 0) blocks.push(...asBlocks(open))
  return { kind: 'table', lines: [...(head ? [head] : []), dashes], headEnd: dashes.end }
}

function asBlocks({ kind, lines, headEnd = 0 }: OpenBlock): DocumentBlock[] {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return []
  const range = { start: first.start, end: last.end }
  if (kind === 'heading') return [{ kind, ...range, level: headingLevel(first, last) }]
  if (kind === 'table') return [{ kind, ...range, headEnd }]
  return [{ kind: kind === 'frontMatter' ? 'paragraph' : kind, ...range }]
}

function headingLevel(first: TextLine, last: TextLine): number {
  if (first !== last) return last.text.includes('=') ? 1 : 2
  return /#+/.exec(first.text)?.[0].length ?? 1
}
