/** Shows one slice with about so many elements; returns whether there is more to show. */
export type ShowSlice = (marks: number) => boolean

const minMarks = 128
const maxMarks = 1024
/** The marks that are shown in the task in which a text is given. */
export const firstMarks = 512
/** A slice that takes longer until the next frame, in milliseconds, was too large. */
const slowFrame = 40
/** One that takes less leaves room. */
const fastFrame = 25
/** A page that is covered by others gets no frames. */
const timerMilliseconds = 500

const waiting = new Set<ShowSlice>()
let marks = firstMarks
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let before = 0

/** Has slices shown, one a frame: the layout of each is done before the next. */
export function queueSlices(show: ShowSlice): void {
  waiting.add(show)
  if (frame === undefined) request()
}

export function cancelSlices(show: ShowSlice): void {
  waiting.delete(show)
}

function request(): void {
  before = performance.now()
  frame = requestAnimationFrame(showNext)
  timer = setTimeout(showNext, document.hidden ? 0 : timerMilliseconds)
}

function showNext(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  const [show] = waiting
  if (!show) return
  adaptMarks(performance.now() - before)
  waiting.delete(show)
  try {
    if (show(marks)) waiting.add(show)
  } finally {
    if (waiting.size > 0) request()
  }
}

/** Adapts the size of a slice to how long layout and paint of the one before took. */
function adaptMarks(milliseconds: number): void {
  if (milliseconds > slowFrame) marks = Math.max(minMarks, marks / 2)
  else if (milliseconds < fastFrame) marks = Math.min(maxMarks, marks * 2)
}
