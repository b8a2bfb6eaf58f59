import { createChat, lastWords } from './messages.ts'
import type { ListName, MountList } from './mountList.ts'

/** The state of a list's rows in one painted frame. */
export interface FrameView {
  /** Uncovered pixels of the view, without the gaps between rows. */
  blank: number
  /** Visible rows without their text. */
  sketches: number
}

export interface ListStage {
  load: (name: ListName) => Promise<void>
  /**
   * Shows a chat of this many messages. Resolves with the milliseconds until its end was painted.
   */
  open: (count: number) => Promise<number>
  close: () => void
  /** Scrolls up frame by frame. Returns the state of each frame. */
  scrollUp: (pixelsPerFrame: number, frames: number) => Promise<FrameView[]>
  /** Returns the largest movement of the last visible row until nothing changed. */
  shift: () => Promise<number>
  place: () => number
}

declare global {
  interface Window {
    listStage: ListStage
  }
}

/** The largest gap between two rows. */
const gapPixels = 60
const maxOpenMilliseconds = 30_000

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
let mount: MountList | undefined
let unmount: (() => void) | undefined

const scroller = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[role=log]')
  if (!element) throw new Error('No list is shown.')
  return element
}

/** Resolves once the next frame has been painted. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(undefined)
    })
  })

interface RowBox {
  row: Element
  top: number
  bottom: number
}

/** Returns the visible rows from top to bottom, clipped to the view. */
function rowsInView(view: DOMRect): RowBox[] {
  return [...document.querySelectorAll('[data-index]')]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > view.top && box.top < view.bottom && box.height > 0)
    .map(({ row, box }) => ({
      row,
      top: Math.max(view.top, box.top),
      bottom: Math.min(view.bottom, box.bottom),
    }))
    .toSorted((first, second) => first.top - second.top)
}

function lookAt(): FrameView {
  const view = scroller().getBoundingClientRect()
  const rows = rowsInView(view)
  let blank = 0
  let covered = view.top
  for (const { top, bottom } of [...rows, { top: view.bottom, bottom: view.bottom }]) {
    if (top - covered > gapPixels) blank += top - covered
    covered = Math.max(covered, bottom)
  }
  const sketches = rows.filter(({ row }) => row.getAttribute('aria-busy') === 'true').length
  return { blank, sketches }
}

function isAtEnd(): boolean {
  const log = document.querySelector('[role=log]')
  if (!log) return false
  const view = log.getBoundingClientRect()
  const last = rowsInView(view).at(-1)?.row
  return last?.textContent.includes(lastWords) === true
}

async function prepareList(name: ListName): Promise<MountList> {
  if (name === 'plain rows') return (await import('./bareList.tsx')).mountBareList
  const app = await import('./parleyList.tsx')
  return name === 'parley' ? app.prepareParleyList() : app.prepareSameRowsList()
}

window.listStage = {
  load: async (name) => {
    mount = await prepareList(name)
  },
  open: async (count) => {
    const chat = createChat(count)
    await painted()
    const start = performance.now()
    unmount = mount?.(root, chat)
    while (!isAtEnd()) {
      if (performance.now() - start > maxOpenMilliseconds) throw new Error('No end is shown.')
      await painted()
    }
    return performance.now() - start
  },
  close: () => unmount?.(),
  scrollUp: async (pixelsPerFrame, frames) => {
    const views: FrameView[] = []
    for (let frame = 0; frame < frames && scroller().scrollTop > 0; frame += 1) {
      await new Promise(requestAnimationFrame)
      scroller().scrollTop -= pixelsPerFrame
      await painted()
      views.push(lookAt())
    }
    return views
  },
  shift: async () => {
    const row = rowsInView(scroller().getBoundingClientRect()).at(-1)?.row
    if (!row) throw new Error('No row is in view.')
    const before = row.getBoundingClientRect().top
    let largest = 0
    for (let frame = 0; frame < 60; frame += 1) {
      await painted()
      largest = Math.max(largest, Math.abs(row.getBoundingClientRect().top - before))
      if (!row.isConnected) throw new Error('The row in view was taken away.')
    }
    return largest
  },
  place: () => scroller().scrollTop,
}
