import { removeNode, wrapNodes } from './nodeList.ts'
import type { InlineNode, NodeList } from './nodeList.ts'

/** A run of marks that may open or close emphasis; source: CommonMark 0.31.2, 6.2. */
export interface Delimiter {
  mark: '*' | '_' | '~'
  /** Marks that have not been used. */
  count: number
  originalCount: number
  /** The place in the text. */
  position: number
  node: InlineNode
  canOpen: boolean
  canClose: boolean
  /** While nothing closes it yet, it already shows as emphasis. */
  canBegin: boolean
  previous: Delimiter | undefined
  next: Delimiter | undefined
}

export interface DelimiterStack {
  top: Delimiter | undefined
}

const space = /[\s\u00a0]/u
const punctuation = /[\p{P}\p{S}]/u
/** Letters and marks of Chinese, Japanese and Korean, which have no spaces around emphasis. */
const eastAsian =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\uff00-\uffef]/u
const foreignLetter = /(?![a-zA-Z0-9])[\p{L}\p{N}]/u
/** A sum of money or a number: the tilde beside it means "about" or "to". */
const amount = /[\p{N}\p{Sc}]/u

/**
 * Returns whether a run of marks at `start` can open and close emphasis. It differs from CommonMark
 * where East Asian letters and marks stand beside it (source: markdown-cjk-friendly): those marks
 * count as letters, and such a letter lets emphasis begin and end at any punctuation.
 */
export function flanksOf(
  text: string,
  start: number,
  end: number,
): Pick<Delimiter, 'canOpen' | 'canClose' | 'canBegin'> {
  const before = start === 0 ? '\n' : characterBefore(text, start)
  const after = end === text.length ? '\n' : characterAt(text, end)
  const isLeft = canFlank(before, after)
  const isRight = canFlank(after, before)
  if (text[start] === '_') {
    return {
      canOpen: isLeft && (!isRight || punctuation.test(before)),
      canClose: isRight && (!isLeft || punctuation.test(after)),
      canBegin: isLeft && !isRight,
    }
  }
  if (text[start] === '~' && end - start === 1) return tildeFlanks(isLeft, isRight, before, after)
  // Chinese and Japanese have no spaces between words; `2*3` and `x**2` are no emphasis.
  const canBegin = isLeft && (!isRight || foreignLetter.test(before + after))
  return { canOpen: isLeft, canClose: isRight, canBegin }
}

/** Tells whether marks belong to what stands inside of them, by the character on either side. */
function canFlank(outside: string, inside: string): boolean {
  if (space.test(inside)) return false
  if (!punctuation.test(inside) || eastAsian.test(inside)) return true
  return space.test(outside) || punctuation.test(outside) || eastAsian.test(outside)
}

/** A single tilde strikes whole words only, as people write `5~7` and `~$5` for amounts. */
function tildeFlanks(
  isLeft: boolean,
  isRight: boolean,
  before: string,
  after: string,
): ReturnType<typeof flanksOf> {
  const isAmount = amount.test(before) || amount.test(after)
  const canOpen = isLeft && !isRight && !isAmount
  return { canOpen, canClose: isRight && !isLeft && !isAmount, canBegin: canOpen }
}

function characterBefore(text: string, index: number): string {
  const code = text.charCodeAt(index - 1)
  const isLow = code >= 0xdc00 && code <= 0xdfff
  return characterAt(text, isLow && index > 1 ? index - 2 : index - 1)
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

export function pushDelimiter(
  stack: DelimiterStack,
  delimiter: Omit<Delimiter, 'previous' | 'next' | 'originalCount'>,
): void {
  const { top } = stack
  stack.top = { ...delimiter, originalCount: delimiter.count, previous: top, next: undefined }
  if (top) top.next = stack.top
}

function removeDelimiter(stack: DelimiterStack, delimiter: Delimiter): void {
  if (delimiter.previous) delimiter.previous.next = delimiter.next
  if (delimiter.next) delimiter.next.previous = delimiter.previous
  else stack.top = delimiter.previous
}

/** Makes emphasis of the marks above `bottom`, and takes them all off the stack. */
export function resolveEmphasis(
  list: NodeList,
  stack: DelimiterStack,
  bottom: Delimiter | undefined,
): void {
  if (stack.top === bottom) return
  // Up to these no opener was found, for each kind of closer: that is never looked for again.
  const bottoms = new Int32Array(kindCount).fill(-1)
  let closer = lowestAbove(stack, bottom)
  while (closer) {
    if (!closer.canClose) {
      closer = closer.next
      continue
    }
    const kind = kindOf(closer)
    const opener = findOpener(closer, bottoms[kind] ?? -1, bottom)
    if (opener) {
      closer = joinMarks(list, stack, opener, closer)
      continue
    }
    bottoms[kind] = closer.position - 1
    const { next } = closer
    if (!closer.canOpen) removeDelimiter(stack, closer)
    closer = next
  }
}

export function clearDelimiters(stack: DelimiterStack, bottom: Delimiter | undefined): void {
  stack.top = bottom
  if (bottom) bottom.next = undefined
}

function lowestAbove(stack: DelimiterStack, bottom: Delimiter | undefined): Delimiter | undefined {
  let lowest = stack.top === bottom ? undefined : stack.top
  while (lowest?.previous && lowest.previous !== bottom) lowest = lowest.previous
  return lowest
}

const kindCount = 18

/** Closers of one kind look for the same openers. */
function kindOf({ mark, canOpen, originalCount }: Delimiter): number {
  return '*_~'.indexOf(mark) * 6 + (canOpen ? 3 : 0) + (originalCount % 3)
}

function findOpener(
  closer: Delimiter,
  lowest: number,
  bottom: Delimiter | undefined,
): Delimiter | undefined {
  let opener = closer.previous
  for (; opener && opener !== bottom && opener.position > lowest; opener = opener.previous) {
    if (opener.mark === closer.mark && opener.canOpen && fits(opener, closer)) return opener
  }
  return undefined
}

function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (closer.mark === '~') return opener.count === closer.count
  const isAmbiguous = closer.canOpen || opener.canClose
  if (!isAmbiguous || closer.originalCount % 3 === 0) return true
  return (opener.originalCount + closer.originalCount) % 3 !== 0
}

/** Wraps what stands between two marks; returns the delimiter to go on with. */
function joinMarks(
  list: NodeList,
  stack: DelimiterStack,
  opener: Delimiter,
  closer: Delimiter,
): Delimiter | undefined {
  const used = closer.mark === '~' ? closer.count : Math.min(2, opener.count, closer.count)
  const isStrong = used === 2
  const type = closer.mark === '~' ? 'strikethrough' : isStrong ? 'strong' : 'emphasis'
  // Marks between them have found no partner.
  opener.next = closer
  closer.previous = opener
  wrapNodes(list, opener.node, closer.node, { type })
  spendMarks(list, stack, opener, used)
  spendMarks(list, stack, closer, used)
  return closer.count > 0 ? closer : closer.next
}

function spendMarks(list: NodeList, stack: DelimiterStack, from: Delimiter, used: number): void {
  from.count -= used
  const { value } = from.node
  if (value.type === 'text') value.text = value.text.slice(used)
  if (from.count > 0) return
  removeNode(list, from.node)
  removeDelimiter(stack, from)
}
