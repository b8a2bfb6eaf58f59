import { setUnfinished } from '../../drawnLater.ts'

/** Shows a formula, or a step of the way to it; returns whether it has to wait for another frame. */
export type ShowFormula = () => boolean

/** What the task in which a text is given, and a frame, may take for formulas. */
const milliseconds = 24
const elements = 2000
/** A page out of sight gets no frames. */
const timerMilliseconds = 500

const waiting = new Set<ShowFormula>()
let timeLeft = milliseconds
let elementsLeft = elements
let reset: ReturnType<typeof setTimeout> | undefined
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a formula now, if there is room for it, and else in one of the next frames. */
export function queueFormula(show: ShowFormula): void {
  if (waiting.size === 0 && !show()) return
  waiting.add(show)
  setUnfinished(waiting, true)
  if (frame === undefined) request()
}

/** Whether there is time now to set another formula. */
export function hasTime(): boolean {
  return timeLeft > 0
}

export function spendTime(spent: number): void {
  timeLeft -= spent
  endWithTask()
}

/** Whether so many elements can be added now; one formula always can, however large it is. */
export function takeElements(count: number): boolean {
  if (count > elementsLeft && elementsLeft < elements) return false
  elementsLeft -= count
  endWithTask()
  return true
}

/** The next task has all of it again. */
function endWithTask(): void {
  reset ??= setTimeout(renew)
}

function renew(): void {
  clearTimeout(reset)
  reset = undefined
  timeLeft = milliseconds
  elementsLeft = elements
}

function request(): void {
  frame = requestAnimationFrame(showNext)
  timer = setTimeout(showNext, timerMilliseconds)
}

function showNext(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  renew()
  try {
    for (const show of waiting) {
      // What fails is not tried again, and holds nothing else up.
      waiting.delete(show)
      if (!show()) continue
      waiting.add(show)
      break
    }
  } finally {
    if (waiting.size > 0) request()
    else setUnfinished(waiting, false)
  }
}
