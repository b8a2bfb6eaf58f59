import libraryAddress from 'mermaid/dist/mermaid.min.js?url'
import { createElement } from '../createElement.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds of the file
import scriptAddress from './drawInFrame.ts?worker&url'
import type { DrawingReply, DrawingRequest } from './drawing.ts'
import { createSerialQueue } from '../../../../shared/serialQueue.ts'

/**
 * For the frame and the library to load, which a busy machine or a slow disk takes its time for.
 */
const loadMilliseconds = 60_000
const drawMilliseconds = 10_000
/** The frame is a process of its own, which is ended when nothing has been drawn for so long. */
const idleMilliseconds = 30_000

let frame: Promise<HTMLIFrameElement> | undefined
/** Aborted, the frame is gone with all that waits for it. */
let life: AbortController | undefined
let idle: ReturnType<typeof setTimeout> | undefined
/** One diagram is drawn after the other: the library keeps state between them. */
const inTurn = createSerialQueue()

/** Draws a diagram as SVG; rejects where the source is wrong, or the drawing does not come. */
export function renderDiagram(request: DrawingRequest): Promise<string> {
  return inTurn(async () => {
    clearTimeout(idle)
    frame ??= openFrame()
    const workshop = await inTime(frame, loadMilliseconds)
    return inTime(draw(request, workshop), drawMilliseconds)
  })
}

async function draw(
  request: DrawingRequest,
  { contentWindow }: HTMLIFrameElement,
): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  const replied = new Promise<DrawingReply>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<DrawingReply>) => resolve(data)
  })
  contentWindow?.postMessage(request, '*', [port2])
  const reply = await replied
  idle = setTimeout(closeFrame, idleMilliseconds)
  if ('error' in reply) throw new Error(reply.error)
  return String(reply.svg)
}

/**
 * Opens a frame without an origin. Chromium runs it in a process of its own, so that the library
 * neither blocks the page nor reaches it. The frame has the size of a pixel and is not hidden:
 * nothing can be measured in a hidden one.
 */
function openFrame(): Promise<HTMLIFrameElement> {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the next line sets it
  const element = createElement('iframe', 'diagram-workshop')
  element.setAttribute('sandbox', 'allow-scripts')
  element.ariaHidden = 'true'
  element.inert = true
  element.srcdoc = `<!doctype html><body style="width:75rem">${[scriptAddress, libraryAddress]
    .map((address) => `<script src="${address}"></script>`)
    .join('')}`
  life = new AbortController()
  const { signal } = life
  signal.addEventListener('abort', () => element.remove())
  return new Promise((resolve) => {
    // Its `load` comes for the blank page, too, which it is at first.
    const hear = ({ source }: MessageEvent): void => {
      if (source !== null && source === element.contentWindow) resolve(element)
    }
    addEventListener('message', hear, { signal })
    document.body.append(element)
  })
}

function closeFrame(): void {
  frame = undefined
  clearTimeout(idle)
  life?.abort()
}

/** Rejects if the work takes longer, and ends the frame, because other diagrams wait for it. */
function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      closeFrame()
      reject(new Error('It takes too long'))
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
