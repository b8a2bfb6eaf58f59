import { piecesOf, hasPieces } from '../find/messagePieces.ts'
import { toRange } from '../find/paintMatches.ts'
import { scrollToRange } from '../find/scrollToRange.ts'
import { createTextFinder } from '../find/textFinder.ts'
import type { Match } from '../find/textFinder.ts'
import { messageElementId } from '../message/messageElementId.ts'
import { keeperOf } from './placeKeeper.ts'

const highlightName = 'found-words'
const markedMilliseconds = 8000
const flashMilliseconds = 2500
/** Frames to wait, because the list may still move the message to its edge. */
const framesAtRest = 30
const flash: Keyframe[] = [
  { backgroundColor: 'var(--accent-soft)', boxShadow: '0 0 0 0.5rem var(--accent-soft)' },
  { backgroundColor: 'transparent', boxShadow: '0 0 0 0.5rem transparent' },
]

const moves = ['wheel', 'pointerdown', 'keydown'] as const

/** Ends the work of the last call. */
let stop: (() => void) | undefined

/**
 * Flashes a message once it is in the log, scrolls to the first match and marks all of them for a
 * while, even if the message is redrawn meanwhile.
 */
export function markWords(messageId: string, pattern: RegExp | undefined): void {
  stop?.()
  const deadline = performance.now() + markedMilliseconds
  const ending = new AbortController()
  let frame = requestAnimationFrame(look)
  let marked: Range[] = []
  let hasShone = false
  let isLeading = true
  let framesInSight = 0
  stop = () => {
    cancelAnimationFrame(frame)
    ending.abort()
    CSS.highlights.delete(highlightName)
  }

  function look(): void {
    if (performance.now() > deadline) {
      stop?.()
      return
    }
    frame = requestAnimationFrame(look)
    const article = document.getElementById(messageElementId(messageId))
    if (!article || !hasPieces(article)) return
    const isMarked = marked.some((range) => !range.collapsed && range.startContainer.isConnected)
    if (!isMarked) show(article)
    if (isLeading) lead(article)
  }

  function show(article: HTMLElement): void {
    const found = { id: messageId, parts: [{ kind: 'text' as const, count: 1 }] }
    const pieces = pattern ? piecesOf(article, createTextFinder(pattern), found) : []
    marked = pieces.flatMap(({ matches }) => rangesOf(matches ?? []))
    CSS.highlights.set(highlightName, new Highlight(...marked))
    if (!hasShone) {
      hasShone = true
      const log = article.closest('[role=log]')
      article.animate(flash, { duration: flashMilliseconds, easing: 'ease-in' })
      for (const name of moves) {
        const options = { passive: true, signal: ending.signal }
        log?.addEventListener(name, () => (isLeading = false), options)
      }
      // A long question shows only its beginning, so the match may be in the rest.
      if (marked.length === 0) pieces.find(({ matches }) => !matches)?.unfold()
    }
  }

  function lead(article: HTMLElement): void {
    const [first] = marked
    const log = article.closest<HTMLElement>('[role=log]')
    if (!first || first.collapsed || !log) return
    scrollToRange(first, log, (block, pixels) => {
      framesInSight = pixels === 0 ? framesInSight + 1 : 0
      if (pixels !== 0) keeperOf(log)?.hold(block, pixels)
      else if (framesInSight > framesAtRest) isLeading = false
    })
  }
}

function rangesOf(matches: readonly Match[]): Range[] {
  return matches.flatMap((match) => toRange(match) ?? [])
}
