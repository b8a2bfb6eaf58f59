/**
 * A block of the tree: CommonMark 0.31.2, GitHub's tables, task lists, strikethrough, autolinks,
 * footnotes and alerts, and TeX. Leaves hold source text, which `parseInlines` reads when they are
 * shown or change.
 */
export type Block = Container | Leaf
export type Container = Blockquote | Alert | List | ListItem | FootnoteDefinition | Details
export type Leaf = Paragraph | Heading | CodeBlock | HtmlBlock | MathBlock | Table | ThematicBreak

interface BlockBase {
  /** No further text can change it, or anything in it but what its labels refer to. */
  settled: boolean
}

export interface Document {
  type: 'document'
  children: Block[]
}

export interface Blockquote extends BlockBase {
  type: 'blockquote'
  children: Block[]
}

export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type AlertKind = (typeof alertKinds)[number]

/** A quote that begins with `[!NOTE]` or the like, which is not among its children. */
export interface Alert extends BlockBase {
  type: 'alert'
  kind: AlertKind
  children: Block[]
}

export interface List extends BlockBase {
  type: 'list'
  /** The number of its first item; undefined for a list of bullets. */
  start: number | undefined
  /** No blank lines between its items: their paragraphs stand close. */
  tight: boolean
  children: ListItem[]
}

export interface ListItem extends BlockBase {
  type: 'listItem'
  /** Set for an item of a task list; its marker is not part of the text. */
  task: 'open' | 'done' | undefined
  children: Block[]
}

/** Shown where it is referred to, not where it stands. */
export interface FootnoteDefinition extends BlockBase {
  type: 'footnoteDefinition'
  /** Normalised by `normalizeLabel`. */
  label: string
  children: Block[]
}

/** The blocks between lines `<details>` and `</details>`. */
export interface Details extends BlockBase {
  type: 'details'
  /** Markdown of one line, read by `parseInlines`; empty where there is none. */
  summary: string
  open: boolean
  children: Block[]
}

export interface Paragraph extends BlockBase {
  type: 'paragraph'
  text: string
}

export interface Heading extends BlockBase {
  type: 'heading'
  level: 1 | 2 | 3 | 4 | 5 | 6
  text: string
}

export interface CodeBlock extends BlockBase {
  type: 'code'
  /**
   * The text behind the opening fence, with escapes and entities resolved; empty for indented code.
   */
  info: string
  /** Without line ends. While it grows, lines before the last one stay as they are. */
  lines: string[]
  /** Its fence is closed, or the text has ended. */
  closed: boolean
}

export interface HtmlBlock extends BlockBase {
  type: 'html'
  html: string
}

/** TeX between lines of `$$`, or `\[` and `\]`. */
export interface MathBlock extends BlockBase {
  type: 'math'
  tex: string
  closed: boolean
}

export type Alignment = 'start' | 'center' | 'end' | undefined

/** Cells are read by `parseInlines`; every row has as many as the header. */
export interface Table extends BlockBase {
  type: 'table'
  alignments: Alignment[]
  header: string[]
  /** While it grows, rows before the last one stay as they are. */
  rows: string[][]
}

export interface ThematicBreak extends BlockBase {
  type: 'thematicBreak'
}

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'softBreak' }
  | { type: 'hardBreak' }
  | { type: 'code'; text: string }
  | { type: 'emphasis'; children: Inline[] }
  | { type: 'strong'; children: Inline[] }
  | { type: 'strikethrough'; children: Inline[] }
  /** `href` has its entities and escapes resolved and is percent-encoded, but may be anything. */
  | { type: 'link'; href: string; title: string; children: Inline[] }
  | { type: 'image'; source: string; title: string; alternative: string }
  /** One tag, comment, declaration or the like. */
  | { type: 'html'; html: string }
  | { type: 'math'; tex: string; display: boolean }
  | { type: 'footnoteReference'; label: string }
  /** `[n]` where n is the number of a source that the answer has. */
  | { type: 'sourceReference'; number: number }

export interface LinkTarget {
  href: string
  title: string
}

/**
 * The targets that a leaf's text can refer to. The view may remember each look-up, to read the leaf
 * again later.
 */
export interface InlineContext {
  /** Labels are normalised. */
  findLink: (label: string) => LinkTarget | undefined
  hasFootnote: (label: string) => boolean
  hasSource: (number: number) => boolean
  /** More text may follow: what is half-written at the end is completed for the eye, or hidden. */
  growing: boolean
}

/**
 * Returns a label in the form in which labels are compared, regardless of case and spaces; source:
 * CommonMark 0.31.2, 4.7.
 */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase()
}
