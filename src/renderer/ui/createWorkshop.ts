import { createSerialQueue } from '../../shared/serialQueue.ts'

/**
 * For the frame and its scripts to load, which a busy machine or a slow disk takes its time for.
 */
const loadMs = 60_000
/** A process that has had nothing to do for so long is ended. */
const idleMs = 30_000

export interface WorkshopOptions {
  /** The addresses of the frame's scripts. The last one posts `ready` to the window. */
  scripts: readonly string[]
  /** A CSS width for the frame's body. */
  width: string
  /** The most time that one request may take. */
  workMs: number
}

/** Removes an open frame from the page. */
type Close = () => void

/**
 * Chromium runs all frames without an origin in one process, so a script that never ends holds
 * every workshop: they take turns, and all of them are closed when one runs out of time.
 */
const inTurn = createSerialQueue()
const open = new Set<Close>()

function closeAll(): void {
  for (const close of open) close()
}

/**
 * Returns a function that has a request answered in a frame without an origin. Chromium runs that in
 * a process of its own, so hostile input holds neither the page nor reaches it. The frame gets each
 * request with a port for its one answer. Rejects if there is none within `workMs`: then the process
 * is ended, and the next request gets a new one.
 */
export function createWorkshop<Request, Reply>({
  scripts,
  width,
  workMs,
}: WorkshopOptions): (request: Request) => Promise<Reply> {
  let frame: Promise<HTMLIFrameElement> | undefined
  let closeFrame: Close = () => undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function openFrame(): Promise<HTMLIFrameElement> {
    const element = createFrame(scripts, width)
    const life = new AbortController()
    const close = (): void => {
      frame = undefined
      clearTimeout(idle)
      open.delete(close)
      life.abort()
      element.remove()
    }
    closeFrame = close
    open.add(close)
    return new Promise((resolve) => {
      // Its `load` comes for the blank page, too, which it is at first.
      const hear = ({ source }: MessageEvent): void => {
        if (source !== null && source === element.contentWindow) resolve(element)
      }
      addEventListener('message', hear, { signal: life.signal })
      document.body.append(element)
    })
  }

  return (request) =>
    inTurn(async () => {
      clearTimeout(idle)
      frame ??= openFrame()
      const { contentWindow } = await inTime(frame, loadMs)
      const reply = await inTime(ask<Request, Reply>(contentWindow, request), workMs)
      idle = setTimeout(closeFrame, idleMs)
      return reply
    })
}

/** The frame has the size of a pixel and is not hidden: nothing can be measured in a hidden one. */
function createFrame(scripts: readonly string[], width: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.ariaHidden = 'true'
  element.inert = true
  element.style.cssText =
    'position:fixed;inset:0 auto auto 0;inline-size:1px;block-size:1px;border:0;opacity:0;pointer-events:none'
  element.srcdoc = `<!doctype html><body style="width:${width}">${scripts
    .map((address) => `<script src="${address}"></script>`)
    .join('')}`
  return element
}

function ask<Request, Reply>(frame: Window | null, request: Request): Promise<Reply> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data)
    frame?.postMessage(request, '*', [port2])
  })
}

/** Rejects if the work takes longer, and ends the process, because others wait for it. */
function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      closeAll()
      reject(new Error('It takes too long'))
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
