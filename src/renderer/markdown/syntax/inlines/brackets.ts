import { scanDestination, scanLabel, scanTitle, skipSpaces } from '../linkParts.ts'
import { normalizeLabel } from '../tree.ts'
import type { InlineContext, LinkTarget } from '../tree.ts'
import type { Delimiter } from './delimiters.ts'
import type { InlineNode } from './nodeList.ts'

/** An opening bracket that may begin a link or a picture. */
export interface Bracket {
  node: InlineNode
  isImage: boolean
  /** The index behind the bracket. */
  textStart: number
  /** The innermost delimiter of emphasis that was open there. */
  delimiterBelow: Delimiter | undefined
  below: Bracket | undefined
  /** A link has been found behind it. */
  holdsLink: boolean
  /** Set once another bracket was opened behind it. */
  hasInner: boolean
}

export interface LinkEnd extends LinkTarget {
  end: number
}

/** Returns whether a bracket can't begin a link. A link can't contain links, but a picture can. */
export function isInactive({ holdsLink, isImage }: Bracket): boolean {
  return holdsLink && !isImage
}

/** Reads the address and title in parentheses at `start`; undefined if there are none. */
export function scanInlineTarget(text: string, start: number): LinkEnd | undefined {
  if (text[start] !== '(') return undefined
  const destinationStart = skipSpaces(text, start + 1)
  const destination = scanDestination(text, destinationStart)
  if (!destination) return undefined
  const titleStart = skipSpaces(text, destination.end)
  const title = titleStart > destination.end ? scanTitle(text, titleStart) : undefined
  const end = skipSpaces(text, title?.end ?? destination.end)
  if (text[end] !== ')') return undefined
  return { href: destination.value, title: title?.value ?? '', end: end + 1 }
}

/**
 * Returns the target of a bracket that closes at `close`: by the label behind it, or else by its
 * text.
 */
export function scanReference(
  text: string,
  bracket: Bracket,
  close: number,
  context: InlineContext,
): LinkEnd | undefined {
  const following = scanLabel(text, close + 1)
  const hasLabel = following !== undefined && following.value !== ''
  if (!hasLabel && (bracket.hasInner || close - bracket.textStart > 999)) return undefined
  const written = hasLabel ? following.value : text.slice(bracket.textStart, close)
  const label = normalizeLabel(written)
  if (label === '') return undefined
  const target = context.findLink(label)
  return target && { ...target, end: following?.end ?? close + 1 }
}

/** Returns the label of a footnote reference such as `[^1]`, if that footnote exists. */
export function footnoteLabel(
  text: string,
  bracket: Bracket,
  close: number,
  context: InlineContext,
): string | undefined {
  if (text[bracket.textStart] !== '^' || bracket.hasInner) return undefined
  const written = text.slice(bracket.textStart + 1, close)
  if (written.length > 200 || written === '' || /\s/.test(written)) return undefined
  const label = normalizeLabel(written)
  return context.hasFootnote(label) ? label : undefined
}

/** Returns the number of a source such as `[3]`, if that source exists. */
export function sourceNumber(
  text: string,
  bracket: Bracket,
  close: number,
  context: InlineContext,
): number | undefined {
  if (close - bracket.textStart > 4) return undefined
  const written = text.slice(bracket.textStart, close)
  if (!/^\d+$/.test(written)) return undefined
  return context.hasSource(Number(written)) ? Number(written) : undefined
}
