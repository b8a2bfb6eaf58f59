import { alignTexts } from './alignTexts.ts'
import { bringIntoView } from './bringIntoView.ts'
import {
  citedMark,
  markCited,
  rangesOf,
  readDrawnText,
  unmarkCited,
  type DrawnText,
} from './drawnText.ts'
import type { TextRange } from './findInText.ts'

const foundName = 'document-found'
const currentName = 'document-current'
const unfinished = '.markdown[aria-busy]'

/** Marks what is cited and found in a drawn text, again whenever it is drawn anew. */
export interface DrawnMarks {
  /** Marks a range of the source and brings it into view. */
  cite: (range: TextRange | undefined) => void
  /** Marks ranges of the drawn text. */
  find: (found: readonly TextRange[], current: TextRange | undefined) => void
  stop: () => void
}

interface DrawnMarksOptions {
  /** The source of what is drawn. */
  source: string
  /** Called with the text that is drawn, once it is whole and whenever it is another. */
  onText: (text: string) => void
  /** Called if what is cited is not drawn as text, or is hidden. */
  onUnseen: () => void
}

/** Begins to mark what a scrolling box shows. */
export function markDrawnText(scroller: HTMLElement, options: DrawnMarksOptions): DrawnMarks {
  const { source, onText, onUnseen } = options
  let drawn: DrawnText | undefined
  let placeOf = alignTexts('', '')
  let cited: TextRange | undefined
  /** Whether the cited range is still to be brought into view. */
  let isAwaited = false
  let found: readonly TextRange[] = []
  let current: TextRange | undefined
  let frame = 0

  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(draw)
  })
  const observe = (): void =>
    observer.observe(scroller, {
      ...{ childList: true, characterData: true, subtree: true },
      attributeFilter: ['aria-busy'],
    })

  function draw(): void {
    frame = 0
    if (!scroller.querySelector('.markdown') || scroller.querySelector(unfinished)) return
    // Not observed: the changes that the marks make would lead to another round.
    observer.disconnect()
    unmarkCited(scroller)
    const before = readDrawnText(scroller)
    if (before.text !== drawn?.text) placeOf = alignTexts(source, before.text)
    const place = cited && placeOf(cited)
    const mark = place && markCited(before, place)
    const isSame = before.text === drawn?.text
    drawn = readDrawnText(scroller)
    observe()
    paint()
    if (!isSame) onText(drawn.text)
    show(mark)
  }

  function show(mark: HTMLElement | undefined): void {
    if (!isAwaited) return
    isAwaited = false
    for (let at = mark?.parentElement; at && at !== scroller; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true
    }
    if (!mark?.checkVisibility()) return onUnseen()
    bringIntoView(scroller, () => scroller.querySelector(citedMark))
  }

  function paint(): void {
    const rangesIn = (ranges: readonly TextRange[]): StaticRange[] =>
      drawn ? ranges.flatMap((range) => rangesOf(drawn as DrawnText, range)) : []
    CSS.highlights.set(foundName, new Highlight(...rangesIn(found)))
    const highlight = new Highlight(...rangesIn(current ? [current] : []))
    highlight.priority = 1
    CSS.highlights.set(currentName, highlight)
  }

  observe()
  return {
    cite(range) {
      cited = range
      isAwaited = range !== undefined
      draw()
    },
    find(ranges, shown) {
      const isAnother = shown !== current
      found = ranges
      current = shown
      paint()
      const [first] = drawn && shown && isAnother ? rangesOf(drawn, shown) : []
      const holder = first?.startContainer.parentElement
      if (holder) bringIntoView(scroller, () => holder)
    },
    stop() {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(foundName)
      CSS.highlights.delete(currentName)
    },
  }
}
