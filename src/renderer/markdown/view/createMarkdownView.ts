import type { MarkdownHost } from '../host.ts'
import { setPending } from '../pendingTexts.ts'
import { createDocumentView } from './documentView.ts'
import type { DocumentView } from './documentView.ts'
import { createElement } from './createElement.ts'
import { createFailedText } from './failedText.ts'
import type { FailedText } from './failedText.ts'
import type { Sources } from './references.ts'
import { sliceEnd } from './sliceEnd.ts'
import { cancelSlices, firstMarks, queueSlices } from './sliceQueue.ts'

/** A slice is shown in pieces of so many marks, until it has taken so long, in milliseconds. */
const pieceMarks = 128
/** The number of characters without marks that count as one mark. */
const markLength = 64
const sliceMilliseconds = 8
/**
 * The slice that is shown at once has to fill a screen, also when all of it runs for the first
 * time.
 */
const firstMilliseconds = 24
/** A third of a line between two frames is faster than anyone reads; in characters. */
const fastLength = 32
/**
 * The milliseconds between updates, for each character that arrives in a millisecond. Fast text is
 * shown in larger steps, because each step costs a layout and a paint.
 */
const pausePerSpeed = 12
const maxPauseMilliseconds = 45

export interface MarkdownView {
  readonly element: HTMLElement
  /**
   * Shows a text. If it begins with the text shown before, only the added part is read. While
   * `streaming`, half-written marks at the end are hidden. Of a long text the first screens are
   * shown, and the rest in the next frames, during which the element is `aria-busy`. Updates that
   * arrive faster than they are read appear a frame or two later.
   */
  update: (text: string, streaming: boolean) => void
  /** Shows now what was left for the next frames. */
  showRest: () => void
  /** Sets the sources that `[n]` in the text refers to. Any other `[n]` is text. */
  setSources: (sources: Sources) => void
  destroy: () => void
}

/**
 * Shows Markdown, as it grows or at once. An error ends in this text, which then is shown as it was
 * written.
 */
export function createMarkdownView(host: MarkdownHost): MarkdownView {
  const element = createElement('div', 'markdown')
  let shown: DocumentView = createDocumentView(element, host)
  let failed: FailedText | undefined

  let given = ''
  let sources: Sources | undefined
  /** The length that has been read: of the whole text, with its end, once it is whole. */
  let readLength = 0
  let isRead = true
  let growing = true
  let ended = false
  /** When something was shown last, in milliseconds. */
  let shownAt = 0
  /** True while the view keeps text back, to show it with what comes next. */
  let isHeld = false

  const restart = (): void => {
    shown.restart()
    readLength = 0
    ended = false
  }

  const readTo = (end: number): void => {
    const piece = given.slice(readLength, end)
    readLength = end
    isRead = end === given.length
    ended ||= isRead && !growing
    shown.read(piece, { growing, isLast: isRead, isEnd: isRead && !growing })
  }

  const isWhole = (): boolean => failed !== undefined || (isRead && shown.isUpToDate())

  const isTooSoon = (): boolean => {
    const length = given.length - readLength
    if (!growing || length <= fastLength) return false
    const elapsed = performance.now() - shownAt
    return elapsed < Math.min(maxPauseMilliseconds, (pausePerSpeed * length) / elapsed)
  }

  const showSlice = (marks: number, milliseconds = sliceMilliseconds): boolean => {
    shownAt = performance.now()
    isHeld = false
    let time = shownAt + milliseconds
    const isOver = (): boolean => performance.now() >= time
    for (let left = marks; !isRead && left > 0 && !(left < marks && isOver());) {
      const end = sliceEnd(given, readLength, pieceMarks)
      left -= Math.max(pieceMarks, (end - readLength) / markLength)
      readTo(end)
    }
    while (shown.rereadNext() && !isOver());
    time = performance.now() + sliceMilliseconds
    shown.updateFootnotes(isOver)
    setPending(element, isWhole() ? undefined : showRest)
    return !isWhole()
  }

  const showNext = (marks: number): boolean =>
    (isHeld && isTooSoon()) || attempt(() => showSlice(marks))

  const showFirst = (): void => {
    if (attempt(() => showSlice(firstMarks, firstMilliseconds))) queueSlices(showNext)
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
    attempt(() => {
      if (!isRead) readTo(given.length)
      while (shown.rereadNext());
      while (shown.updateFootnotes(() => false));
      return false
    })
    setPending(element, undefined)
  }

  /** Returns whether there is more to show; there is nothing more where it fails. */
  const attempt = (show: () => boolean): boolean => {
    try {
      return show()
    } catch (error) {
      reportError(error)
      showFailed()
      return false
    }
  }

  const showFailed = (): void => {
    end()
    failed = createFailedText(host, begin)
    failed.update(given)
    element.replaceChildren(...failed.elements)
  }

  /** Begins anew, with nothing that is left of before. */
  const begin = (): void => {
    failed = undefined
    element.replaceChildren()
    shown = createDocumentView(element, host)
    if (sources) shown.setSources(sources)
    readLength = 0
    isRead = false
    ended = false
    showFirst()
  }

  const end = (): void => {
    cancelSlices(showNext)
    setPending(element, undefined)
    try {
      shown.destroy()
    } catch (error) {
      // A half-made view can't always be destroyed.
      console.error(error)
    }
  }

  return {
    element,
    update: (text, streaming) => {
      if (text === given && streaming === growing) return
      // Equal lengths are compared as memory; `startsWith` goes through 200 kB one by one.
      const goesOn = !ended && text.slice(0, readLength) === given.slice(0, readLength)
      // The held update is shown as if it came now. A slice that is due shows it anyway.
      const isDue = isHeld || isWhole() || !goesOn
      given = text
      growing = streaming
      if (failed) return failed.update(text)
      isRead = false
      if (!goesOn) restart()
      else if (isDue && isTooSoon()) return hold()
      if (isDue) showFirst()
    },
    showRest,
    setSources: (next) => {
      sources = next
      if (failed) return
      const wasWhole = isWhole()
      shown.setSources(next)
      if (wasWhole) showFirst()
    },
    destroy: end,
  }
}
