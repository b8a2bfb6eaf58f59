import { setUnfinished } from '../drawnLater.ts'
import type { HighlightPort } from './lineHighlighter.ts'
import type { HighlightRelease, HighlightReply, HighlightRequest } from './highlightServer.ts'

/** The time after which a grammar is taken to hang. The code stays plain. */
const answerMilliseconds = 15_000

const listeners = new Map<number, (reply: HighlightReply) => void>()
let lastId = 0
let worker: Worker | undefined
let unanswered = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The worker that highlights; the page itself never runs a grammar. */
export const highlightPort: HighlightPort = {
  open: (listener) => {
    lastId += 1
    listeners.set(lastId, listener)
    return lastId
  },
  post: (request) => {
    unanswered += 1
    watch()
    send(request)
  },
  release: (id) => {
    listeners.delete(id)
    if (worker) send({ id, released: true })
  },
}

function send(message: HighlightRequest | HighlightRelease): void {
  worker ??= startWorker()
  worker.postMessage(message)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', (event: MessageEvent<HighlightReply>) => {
    listeners.get(event.data.id)?.(event.data)
    unanswered -= 1
    watch()
  })
  started.addEventListener('error', (event) => {
    console.error('Highlighting has failed', event.message)
    stopWorker()
  })
  return started
}

/** Starts the clock anew, or stops it when no answer is outstanding. */
function watch(): void {
  clearTimeout(timer)
  setUnfinished(listeners, unanswered > 0)
  if (unanswered > 0) timer = setTimeout(stopWorker, answerMilliseconds)
}

function stopWorker(): void {
  worker?.terminate()
  worker = undefined
  unanswered = 0
  watch()
  listeners.clear()
}
