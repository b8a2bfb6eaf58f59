import { sentenceRanges } from '../../shared/sentences/sentenceRanges.ts'
import { parseInlines } from './syntax/inlines/parseInlines.ts'
import type { Block, Document, Inline, InlineContext, LinkTarget, ListItem } from './syntax/tree.ts'

/** A sentence of a text, and where it stands in it. */
export interface Sentence {
  text: string
  /** The paragraph, heading or other block that the sentence belongs to. */
  block: Block
  /** The place of the sentence in the plain text of its block, in code units. */
  start: number
  end: number
}

/** A word for what can't be read out, in the reader's language. */
export interface SpokenNames {
  code: string
  table: string
  formula: string
  diagram: string
  image: string
}

export interface SpeakableReader {
  /**
   * Returns the sentences completed since the last call. `finished` says that no more text follows.
   */
  take: (finished: boolean) => Sentence[]
}

interface SpeakableOptions {
  document: Document
  links: ReadonlyMap<string, LinkTarget>
  names: SpokenNames
  /** Marks such as `[1]` are sources, and not read out. */
  hasSource?: (number: number) => boolean
  /** Returns the language of a block's text, for its rules of sentences; undefined if unknown. */
  languageOf?: (text: string) => string | undefined
}

/** The place up to which a list of blocks has been read. */
interface Progress {
  next: number
  /** The place in the block that is being read, and the length of its text that has been. */
  inner: Progress | undefined
  read: number
}

/** A sentence of such a length is not waited for to its end. */
const maxSentenceLength = 400

/**
 * Reads a parsed text as it grows, sentence by sentence. What has settled is read once, so the work
 * of a call is that of what is new.
 */
export function createSpeakableReader(options: SpeakableOptions): SpeakableReader {
  const { document, links, names, hasSource = () => true, languageOf } = options
  const progress = start()

  const takeBlocks = (
    blocks: readonly Block[],
    at: Progress,
    isOver: boolean,
    sentences: Sentence[],
  ): void => {
    for (let block = blocks[at.next]; block; block = blocks[at.next]) {
      const isBlockOver = isOver || block.settled || at.next < blocks.length - 1
      takeBlock(block, at, isBlockOver, sentences)
      if (!isBlockOver) return
      at.next += 1
      at.inner = undefined
      at.read = 0
    }
  }

  const takeBlock = (block: Block, at: Progress, isOver: boolean, sentences: Sentence[]): void => {
    if (block.type === 'footnoteDefinition') return
    if ('children' in block) {
      at.inner ??= start()
      if (block.type === 'details' && at.read === 0) {
        at.read = block.summary.length || 1
        sentences.push(...wholeText(block, block.summary))
      }
      const children: readonly (Block | ListItem)[] = block.children
      takeBlocks(children, at.inner, isOver, sentences)
    } else if (block.type === 'paragraph' || block.type === 'heading') {
      takeText(block, block.text, at, isOver, sentences)
    } else if (isOver) {
      const name = nameOf(block, names)
      if (name) sentences.push({ text: name, block, start: 0, end: 0 })
    }
  }

  const takeText = (
    block: Block,
    source: string,
    at: Progress,
    isOver: boolean,
    sentences: Sentence[],
  ): void => {
    const text = plainOf(source, !isOver)
    const rest = text.slice(at.read)
    const end = isOver ? rest.length : endOfSentences(rest, languageOf?.(text))
    for (const range of sentenceRanges(rest.slice(0, end), languageOf?.(text))) {
      const segment = rest.slice(range.start, range.end)
      const sentence = segment.trim()
      const from = at.read + range.start + segment.indexOf(sentence)
      if (sentence) {
        const spoken = sentence.replaceAll(/\s+/g, ' ')
        sentences.push({ text: spoken, block, start: from, end: from + sentence.length })
      }
    }
    at.read += end
  }

  const wholeText = (block: Block, source: string): Sentence[] => {
    const text = plainOf(source, false).trim()
    return text ? [{ text, block, start: 0, end: text.length }] : []
  }

  const plainOf = (source: string, growing: boolean): string => {
    const context: InlineContext = {
      findLink: (label) => links.get(label),
      // A note may be defined only after it has been referred to.
      hasFootnote: () => true,
      hasSource,
      growing,
    }
    return spokenText(parseInlines(source, context), names)
  }

  return {
    take: (finished) => {
      const sentences: Sentence[] = []
      takeBlocks(document.children, progress, finished, sentences)
      return sentences
    },
  }
}

function start(): Progress {
  return { next: 0, inner: undefined, read: 0 }
}

/** The end of a sentence that may be an ordinal, an initial or a unit. */
const shortEnd = /(?:^|\s)(?:\d{1,3}|\p{L}{1,4})\.\s+$/u

/**
 * Returns where the last sentence begins, which may go on. A very long one is said in parts. Of one
 * that has only begun, the word may show that the one before has not ended: 3. Oktober.
 */
function endOfSentences(text: string, language: string | undefined): number {
  const starts = sentenceRanges(text, language).map(({ start: at }) => at)
  const last = starts.at(-1) ?? 0
  const mayGoOn = shortEnd.test(text.slice(0, last)) && !/\s/.test(text.slice(last))
  const end = mayGoOn ? (starts.at(-2) ?? 0) : last
  if (end === 0 && text.length > maxSentenceLength) return text.lastIndexOf(' ') + 1
  return end
}

function nameOf(block: Block, names: SpokenNames): string | undefined {
  switch (block.type) {
    case 'code':
      return /^mermaid(?:\s|$)/i.test(block.info) ? names.diagram : names.code
    case 'table':
      return names.table
    case 'math':
      return names.formula
    default:
      return undefined
  }
}

/** Returns the words for inlines: the text of links, and a word for anything without a text. */
function spokenText(inlines: readonly Inline[], names: SpokenNames): string {
  return inlines.map((inline) => spokenInline(inline, names)).join('')
}

function spokenInline(inline: Inline, names: SpokenNames): string {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text
    case 'softBreak':
    case 'hardBreak':
      return ' '
    case 'math':
      return names.formula
    case 'image':
      return inline.alternative || names.image
    case 'html':
    case 'footnoteReference':
    case 'sourceReference':
      return ''
    default:
      return spokenText(inline.children, names)
  }
}
