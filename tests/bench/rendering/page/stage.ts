import { watchKeys } from './watchKeys.ts'
import type { KeyWatch } from './watchKeys.ts'
import { loadRenderer } from './renderers/loadRenderer.ts'
import type { MountRenderer, Renderer, RendererName } from './renderers/renderer.ts'

/** After this time without a change, everything is drawn. */
const quietMilliseconds = 300
const maxSettleMilliseconds = 20_000

/** Set before each update, so that a trace can assign work to updates. */
export const updateMark = 'update'
export const endMark = 'updates end'

export interface TypingLoad {
  /** The times between frames, in milliseconds. */
  intervals: number[]
  /** The times from a key press to the next paint, in milliseconds. */
  keyDelays: number[]
}

/** Controls a renderer. Takes whole texts and splits them itself. */
export interface Stage {
  /** Loads the renderer's code without showing anything. */
  load: (name: RendererName) => Promise<void>
  mount: () => void
  unmount: () => void
  /** Shows a text that may continue, and waits until nothing changes. */
  show: (text: string) => Promise<void>
  /** Makes one update per frame, each with this many more characters. */
  stream: (text: string, from: number, charactersPerUpdate: number) => Promise<number>
  /** Shows the whole text, which will not grow any more. */
  finish: (text: string) => Promise<void>
  /** Streams at the clock's rate for this many seconds, with one update per frame. */
  streamAndMeasure: (
    text: string,
    from: number,
    charactersPerSecond: number,
    seconds: number,
  ) => Promise<TypingLoad>
  update: (text: string, streaming: boolean) => void
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)

const elementOf = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element
}

export function createStage(): Stage {
  const answer = elementOf('answer')
  const scroller = elementOf('scroller')
  let mountRenderer: MountRenderer | undefined
  let renderer: Renderer | undefined

  const shown = (): Renderer => {
    if (!renderer) throw new Error('No renderer is mounted.')
    return renderer
  }
  // Like every chat, stays at the end while an answer arrives.
  new ResizeObserver(() => {
    scroller.scrollTop = scroller.scrollHeight
  }).observe(answer)

  const stream: Stage['stream'] = async (text, from, charactersPerUpdate) => {
    let updates = 0
    for (let end = from; end < text.length; updates += 1) {
      await nextFrame()
      end = Math.min(text.length, end + charactersPerUpdate)
      performance.mark(updateMark)
      shown().update(text.slice(0, end), true)
    }
    await quiet(answer)
    performance.mark(endMark)
    return updates
  }

  return {
    load: async (name) => {
      mountRenderer = await loadRenderer(name)
    },
    mount: () => {
      renderer = mountRenderer?.(answer)
    },
    unmount: () => {
      renderer?.destroy()
      renderer = undefined
    },
    show: async (text) => {
      shown().update(text, true)
      await quiet(answer)
    },
    stream,
    finish: async (text) => {
      // The renderer is not charged for the task in which the text arrives.
      await nextFrame()
      performance.mark(updateMark)
      shown().update(text, false)
      await quiet(answer)
      performance.mark(endMark)
    },
    streamAndMeasure: async (text, from, charactersPerSecond, seconds) => {
      const keys: KeyWatch = watchKeys(elementOf('composer'))
      const intervals: number[] = []
      const start = await nextFrame()
      performance.mark(updateMark)
      for (let now = start, before = start; now < start + seconds * 1000; before = now) {
        const end = from + Math.floor(((now - start) / 1000) * charactersPerSecond)
        shown().update(text.slice(0, end), true)
        now = await nextFrame()
        intervals.push(now - before)
      }
      performance.mark(endMark)
      return { intervals, keyDelays: keys.stop() }
    },
    update: (text, streaming) => shown().update(text, streaming),
  }
}

/** Resolves when nothing in the element has changed for a while. */
async function quiet(element: Element): Promise<void> {
  let last = performance.now()
  const observer = new MutationObserver(() => (last = performance.now()))
  observer.observe(element, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  const limit = last + maxSettleMilliseconds
  while (performance.now() < Math.min(limit, last + quietMilliseconds)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await nextFrame()
  }
  observer.disconnect()
}
