import type { InlineContext } from '../tree.ts'
import {
  footnoteLabel,
  isInactive,
  scanInlineTarget,
  scanReference,
  sourceNumber,
} from './brackets.ts'
import type { Bracket, LinkEnd } from './brackets.ts'
import { cutAtBracket, hideBracket } from './completeEnd.ts'
import { clearDelimiters, resolveEmphasis } from './delimiters.ts'
import type { DelimiterStack } from './delimiters.ts'
import { isUnfinishedTarget } from './growingEnd.ts'
import { appendNode, removeNode, unlinkAutolinks, wrapNodes } from './nodeList.ts'
import type { NodeList } from './nodeList.ts'

/** Reads links, pictures, footnotes and sources: what stands in brackets. */
export interface BracketReader {
  /** Opens the bracket at this position. Returns the position behind it. */
  open: (position: number, isImage: boolean) => number
  /** Closes the innermost bracket at this position. Returns the position behind what it ends. */
  close: (position: number) => number
  /** Returns the innermost bracket that is open. */
  innermost: () => Bracket | undefined
}

interface BracketOptions {
  text: string
  context: InlineContext
  list: NodeList
  delimiters: DelimiterStack
}

export function createBracketReader({
  text,
  context,
  list,
  delimiters,
}: BracketOptions): BracketReader {
  let bracket: Bracket | undefined

  const makeLink = (opener: Bracket, { href, title, end }: LinkEnd): number => {
    const { isImage, node } = opener
    const value = isImage
      ? ({ type: 'image', source: href, title } as const)
      : ({ type: 'link', href, title } as const)
    resolveEmphasis(list, delimiters, opener.delimiterBelow)
    clearDelimiters(delimiters, opener.delimiterBelow)
    const link = wrapNodes(list, node, undefined, value)
    removeNode(list, node)
    if (isImage) return end
    unlinkAutolinks(link)
    for (let outer = opener.below; outer; outer = outer.below) {
      if (outer.holdsLink) break
      outer.holdsLink = true
    }
    return end
  }

  /** Puts the number of a footnote or source in the bracket's place. */
  const takeNumber = (opener: Bracket, close: number): boolean => {
    const label = footnoteLabel(text, opener, close, context)
    const number = label === undefined ? sourceNumber(text, opener, close, context) : undefined
    if (label === undefined && number === undefined) return false
    // The `!` ends a sentence here, as in "so it is![1]".
    cutAtBracket(list, delimiters, opener, opener.isImage ? '!' : '')
    if (label !== undefined) appendNode(list, { type: 'footnoteReference', label })
    else if (number !== undefined) appendNode(list, { type: 'sourceReference', number })
    return true
  }

  /** Shows the text of a link whose address is only half there, and nothing of such a picture. */
  const hideTarget = (opener: Bracket, position: number): boolean => {
    if (!context.growing || isInactive(opener) || !isUnfinishedTarget(text, position)) return false
    hideBracket(list, delimiters, text, opener)
    return true
  }

  return {
    open(position, isImage) {
      if (bracket) bracket.hasInner = true
      const textStart = position + (isImage ? 2 : 1)
      bracket = {
        node: appendNode(list, { type: 'text', text: isImage ? '![' : '[' }),
        isImage,
        textStart,
        delimiterBelow: delimiters.top,
        below: bracket,
        holdsLink: false,
        hasInner: false,
      }
      return textStart
    },
    close(position) {
      const end = position + 1
      const opener = bracket
      if (opener) {
        bracket = opener.below
        const target = isInactive(opener)
          ? undefined
          : (scanInlineTarget(text, end) ?? scanReference(text, opener, position, context))
        if (target) return makeLink(opener, target)
        if (takeNumber(opener, position)) return end
        if (hideTarget(opener, end)) return text.length
      }
      appendNode(list, { type: 'text', text: ']' })
      return end
    },
    innermost: () => bracket,
  }
}
