import { Lexer, Marked } from 'marked'
import type { Token, TokenizerExtension, Tokens } from 'marked'

/** One top-level block of a Markdown document; `raw` is its source, without what follows it. */
export type Block =
  | { type: 'markdown'; raw: string }
  | { type: 'code'; raw: string; language: string; code: string; open: boolean }
  | { type: 'list'; raw: string; start: number | undefined; loose: boolean; items: string[] }
  | { type: 'table'; raw: string; header: string; delimiters: string; rows: string[] }
  | { type: 'math'; raw: string; tex: string; open: boolean }
  /** Shown as it is: reading it as Markdown would take too long. */
  | { type: 'plain'; raw: string }
  /** A link's or footnote's target, which shows nothing by itself. */
  | { type: 'definition'; raw: string }

export interface LexedBlock {
  block: Block
  /** Characters of the source up to the next block, blank lines included. */
  length: number
}

/** Quotes and lists inside each other; the lexer calls itself for each. */
const deepNesting =
  /^(?:[ \t]{0,3}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){40}|^[ \t]{120,}(?:[-*+]|\d{1,9}[.)])[ \t]/m

const mathStart = /\n {0,3}(?:\$\$|\\\[)/
const mathBlock =
  /^ {0,3}(?:\$\$((?:[^$\n]|\\\$|\n(?![ \t]*(?:\n|$)))+?)\$\$|\\\[((?:(?!\\\])[^\n]|\n(?![ \t]*(?:\n|$)))+?)\\\])[ \t]*(?:\n|$)/
const openMathBlock = /^ {0,3}(?:\$\$(?:[ \t]*\n)|\\\[)((?:(?!\$\$|\\\])[^\n]|\n(?!\s*\n))*)$/

/** TeX between `$$` or `\[ \]` is one block, or else its lines would be read as lists and rules. */
const mathExtension: TokenizerExtension = {
  name: 'math',
  level: 'block',
  start: (source) => {
    const paragraphEnd = source.indexOf('\n\n')
    const paragraph = paragraphEnd < 0 ? source : source.slice(0, paragraphEnd)
    const index = paragraph.search(mathStart)
    return index < 0 ? undefined : index + 1
  },
  tokenizer: (source) => {
    const closed = mathBlock.exec(source)
    if (closed) return { type: 'math', raw: closed[0], text: closed[1] ?? closed[2] ?? '' }
    const open = openMathBlock.exec(source)
    return open ? { type: 'math', raw: open[0], text: open[1] ?? '', open: true } : undefined
  },
}

const options = new Marked({ extensions: [mathExtension] }).defaults

/** Splits Markdown into its top-level blocks. Line ends must be `\n`. */
export function lexBlocks(source: string): LexedBlock[] {
  if (source === '') return []
  if (deepNesting.test(source))
    return [{ block: { type: 'plain', raw: source }, length: source.length }]
  const lexed: LexedBlock[] = []
  for (const token of new Lexer(options).blockTokens(source)) {
    const last = lexed.at(-1)
    if (token.type === 'space' && last) last.length += token.raw.length
    else lexed.push({ block: toBlock(token), length: token.raw.length })
  }
  return lexed
}

function toBlock(token: Token): Block {
  const { raw } = token
  if (token.type === 'code') return toCodeBlock(token as Tokens.Code)
  if (token.type === 'list') return toListBlock(token as Tokens.List)
  if (token.type === 'def') return { type: 'definition', raw }
  if (token.type === 'math') {
    const { text, open } = token
    return { type: 'math', raw, tex: String(text).trim(), open: open === true }
  }
  if (token.type === 'table') {
    const [header = '', delimiters = '', ...rows] = raw.trimEnd().split('\n')
    return { type: 'table', raw, header, delimiters, rows }
  }
  return { type: 'markdown', raw }
}

function toListBlock(token: Tokens.List): Block {
  return {
    type: 'list',
    raw: token.raw,
    start: token.ordered ? Number(token.start) || 0 : undefined,
    loose: token.loose,
    items: token.items.map((item) => item.raw),
  }
}

function toCodeBlock(token: Tokens.Code): Block {
  const { raw } = token
  if (token.codeBlockStyle === 'indented') {
    return { type: 'code', raw, language: '', code: token.text, open: false }
  }
  const language = /^\s*([^\s{]*)/.exec(token.lang ?? '')?.[1] ?? ''
  const open = !isClosed(raw)
  const code = open && isFenceLine(raw) ? openCode(raw) : token.text
  return { type: 'code', raw, language, code, open }
}

function isFenceLine(raw: string): boolean {
  return raw.startsWith('`') || raw.startsWith('~')
}

function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1] ?? '```'
  const lines = raw.replace(/\n+$/, '')
  const lineStart = lines.lastIndexOf('\n') + 1
  const closing = /^ {0,3}(`+|~+) *$/.exec(lines.slice(lineStart))?.[1]
  return lineStart > 0 && closing !== undefined && closing.startsWith(fence)
}

/**
 * The code of a fence that is not closed yet. What may become its closing line is left out: it
 * is not code, and would flash as such.
 */
export function openCode(raw: string): string {
  const headerEnd = raw.indexOf('\n')
  if (headerEnd < 0) return ''
  const code = raw.slice(headerEnd + 1).replace(/\n$/, '')
  const lineStart = code.lastIndexOf('\n') + 1
  if (!/^ {0,3}(?:`+|~+)$/.test(code.slice(lineStart))) return code
  return code.slice(0, Math.max(0, lineStart - 1))
}
