import { setUnfinished } from '../drawnLater.ts'

/**
 * Draws a part of a text, or a step of the way to it; returns whether it has to wait for a frame.
 */
export type Draw = () => boolean

/** The budget of the task in which a text is given; its formulas fill a screen. */
const taskBudget = { milliseconds: 24, elements: 2000 }
/** The budget of a frame: slices of the text come in the same frames. */
const frameBudget = { milliseconds: 8, elements: 600 }
/** A page out of sight gets no frames. */
const timerMilliseconds = 500

const waiting = new Set<Draw>()
let budget = taskBudget
let timeLeft = budget.milliseconds
let elementsLeft = budget.elements
let reset: ReturnType<typeof setTimeout> | undefined
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Draws a part now, if there is room for it, and else in one of the next frames. */
export function queueDrawing(show: Draw): void {
  if (waiting.size === 0 && !show()) return
  waiting.add(show)
  setUnfinished(waiting, true)
  if (frame === undefined) request()
}

/** Returns whether there is time now to draw another part. */
export function hasTime(): boolean {
  return timeLeft > 0
}

/** Counts the milliseconds that a part has taken. */
export function spendTime(spent: number): void {
  timeLeft -= spent
  endWithTask()
}

/** Returns whether so many elements can be added now; one part always can, however large it is. */
export function takeElements(count: number): boolean {
  if (count > elementsLeft && elementsLeft < budget.elements) return false
  elementsLeft -= count
  endWithTask()
  return true
}

/** Lets the next task have a whole budget again. */
function endWithTask(): void {
  reset ??= setTimeout(() => renew(taskBudget))
}

function renew(next: typeof taskBudget): void {
  clearTimeout(reset)
  reset = undefined
  budget = next
  timeLeft = budget.milliseconds
  elementsLeft = budget.elements
}

function request(): void {
  frame = requestAnimationFrame(showNext)
  timer = setTimeout(showNext, timerMilliseconds)
}

function showNext(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  renew(frameBudget)
  // Tasks after this frame have a full budget again.
  endWithTask()
  try {
    for (const show of waiting) {
      // A failed task is not tried again, and does not stop the others.
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
