import type { Match } from './textFinder.ts'

const matchName = 'find-match'
const currentName = 'find-current'

/** Marks matches by highlights, without changing the document that others rely on. */
export function paintMatches(matches: readonly Match[], current: Match | undefined): void {
  const others = matches.filter((match) => match !== current)
  CSS.highlights.set(matchName, new Highlight(...others.map(toStaticRange)))
  const highlight = new Highlight(...(current ? [toStaticRange(current)] : []))
  highlight.priority = 1
  CSS.highlights.set(currentName, highlight)
}

export function clearMatches(): void {
  CSS.highlights.delete(matchName)
  CSS.highlights.delete(currentName)
}

function toStaticRange(match: Match): StaticRange {
  return new StaticRange({
    startContainer: match.startNode,
    startOffset: match.startOffset,
    endContainer: match.endNode,
    endOffset: match.endOffset,
  })
}

/** Returns the match's range; undefined if the text has changed since. */
export function toRange(match: Match): Range | undefined {
  if (!match.startNode.isConnected || !match.endNode.isConnected) return undefined
  if (match.startOffset > match.startNode.length) return undefined
  if (match.endOffset > match.endNode.length) return undefined
  const range = document.createRange()
  range.setStart(match.startNode, match.startOffset)
  range.setEnd(match.endNode, match.endOffset)
  return range
}
