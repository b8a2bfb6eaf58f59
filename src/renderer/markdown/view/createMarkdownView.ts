import type { MarkdownHost } from '../host.ts'
import { setPending } from '../pendingTexts.ts'
import { createBlockParser } from '../syntax/blocks/blockParser.ts'
import type { BlockParser } from '../syntax/blocks/blockParser.ts'
import { createBlockChildren } from './blockViews.ts'
import { createElement } from './createElement.ts'
import { createFootnotes } from './footnotes.ts'
import { handleClicks } from './handleClicks.ts'
import { createReferences } from './references.ts'
import type { Sources } from './references.ts'
import { setSkippable } from './setSkippable.ts'
import { sliceEnd } from './sliceEnd.ts'
import { cancelSlices, firstMarks, queueSlices } from './sliceQueue.ts'
import type { ViewContext } from './viewContext.ts'

/** Blocks of one group are skipped together while they are out of sight. */
const groupSize = 16
/** A slice is shown in pieces of so many marks, until it has taken so long, in milliseconds. */
const pieceMarks = 128
/** So many characters without marks count as one. */
const markLength = 64
const sliceMilliseconds = 8
/** The slice that is shown at once has to fill a screen, also when all of it runs for the first time. */
const firstMilliseconds = 24
/** A third of a line between two frames is faster than anyone reads; in characters. */
const fastLength = 32
/**
 * The faster text comes, the longer it waits for what it is shown with, in milliseconds for each
 * character a millisecond: each time costs a layout and a paint, whatever was added.
 */
const pausePerSpeed = 12
const pauseMaximum = 45

export interface MarkdownView {
  readonly element: HTMLElement
  /**
   * Shows a text. One that begins with the text shown before costs only what was added; any other
   * is read as a whole. While `streaming`, what is half-written at the end is not shown as such.
   * Of much at once the first screens are shown, and the rest in the next frames; until then the
   * element is `aria-busy`. What comes faster than it is read may be shown a frame or two later.
   */
  update: (text: string, streaming: boolean) => void
  /** Shows now what was left for the next frames. */
  showRest: () => void
  /** What `[n]` in the text stands for; any other is text. */
  setSources: (sources: Sources) => void
  destroy: () => void
}

/** Shows Markdown, as it grows or at once. */
export function createMarkdownView(host: MarkdownHost): MarkdownView {
  const element = createElement('div', 'markdown')
  let parser: BlockParser = createBlockParser()
  const references = createReferences(parser)
  const footnotes = createFootnotes(element, host)
  const context: ViewContext = {
    host,
    references,
    footnotes,
    createChildren: (parentOf) => createBlockChildren(parentOf, context),
  }
  const groups: HTMLElement[] = []
  element.append(footnotes.element)

  const groupOf = (index: number): HTMLElement => {
    const number = Math.floor(index / groupSize)
    const existing = groups[number]
    if (existing) return existing
    const group = createElement('div', 'markdown-group')
    groups[number] = group
    setSkippable(groups)
    footnotes.element.before(group)
    return group
  }
  const removeGroups = (from: number): void => {
    if (groups.length <= from) return
    for (const group of groups.splice(from)) group.remove()
    setSkippable(groups)
  }
  const children = createBlockChildren(groupOf, context)
  const stopHandling = handleClicks(element, host, footnotes)

  let given = ''
  /** How much of it has been read; all of it, with what its end means, once it is whole. */
  let readLength = 0
  let isRead = true
  let growing = true
  let ended = false
  /** When something was shown last, in milliseconds. */
  let shownAt = 0
  /** What came since is shown with what comes next. */
  let isHeld = false

  const restart = (): void => {
    parser = createBlockParser()
    references.restart(parser)
    readLength = 0
    ended = false
  }

  const readTo = (end: number): void => {
    parser.append(given.slice(readLength, end))
    readLength = end
    isRead = end === given.length
    if (isRead && !growing) {
      parser.end()
      ended = true
    }
    const { links, footnotes: notes } = parser.takeDefined()
    references.announce(links, notes)
    const blocks = parser.document.children
    children.update(blocks, growing || !isRead, !isRead)
    if (!isRead) return
    removeGroups(Math.ceil(blocks.length / groupSize))
  }

  const isWhole = (): boolean => isRead && !references.hasStale()

  const isTooSoon = (): boolean => {
    const length = given.length - readLength
    if (!growing || length <= fastLength) return false
    const elapsed = performance.now() - shownAt
    return elapsed < Math.min(pauseMaximum, (pausePerSpeed * length) / elapsed)
  }

  const showSlice = (marks: number, milliseconds = sliceMilliseconds): boolean => {
    shownAt = performance.now()
    isHeld = false
    const time = shownAt + milliseconds
    const isOver = (): boolean => performance.now() >= time
    for (let left = marks; !isRead && left > 0 && !(left < marks && isOver());) {
      const end = sliceEnd(given, readLength, pieceMarks)
      left -= Math.max(pieceMarks, (end - readLength) / markLength)
      readTo(end)
    }
    while (references.rereadNext() && !isOver());
    footnotes.update()
    setPending(element, isWhole() ? undefined : showRest)
    return !isWhole()
  }

  const showNext = (marks: number): boolean => (isHeld && isTooSoon()) || showSlice(marks)

  const showFirst = (): void => {
    if (showSlice(firstMarks, firstMilliseconds)) queueSlices(showNext)
    else cancelSlices(showNext)
  }

  const hold = (): void => {
    isHeld = true
    queueSlices(showNext)
  }

  const showRest = (): void => {
    if (isWhole()) return
    cancelSlices(showNext)
    isHeld = false
    if (!isRead) readTo(given.length)
    while (references.rereadNext());
    footnotes.update()
    setPending(element, undefined)
  }

  return {
    element,
    update: (text, streaming) => {
      if (text === given && streaming === growing) return
      // Equal lengths are compared as memory; `startsWith` goes through 200 kB one by one.
      const goesOn = !ended && text.slice(0, readLength) === given.slice(0, readLength)
      // What is held is shown as if it came now; slices that are on their way show it by themselves.
      const isDue = isHeld || isWhole() || !goesOn
      given = text
      growing = streaming
      isRead = false
      if (!goesOn) restart()
      else if (isDue && isTooSoon()) return hold()
      if (isDue) showFirst()
    },
    showRest,
    setSources: (sources) => {
      const wasWhole = isWhole()
      references.setSources(sources)
      if (wasWhole) showFirst()
    },
    destroy: () => {
      cancelSlices(showNext)
      setPending(element, undefined)
      stopHandling()
      children.destroy()
    },
  }
}
