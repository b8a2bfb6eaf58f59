import type { Segment } from './speechFrames.ts'
import type { ActivityReply, ActivityRequest } from './voiceActivityWorker.ts'

export interface VoiceActivity {
  /** Takes the samples that follow the earlier ones, and transfers their buffer. */
  push: (samples: Int16Array<ArrayBuffer>) => void
  /** Resolves when all segments are known; to false if the detector has failed. */
  end: () => Promise<boolean>
}

interface ActivityEvents {
  onStart: () => void
  onSegment: (segment: Segment) => void
  /** Called when the detector has failed. */
  onBroken?: () => void
}

/** The model may need this long to load; a recording never waits longer for it. */
const endMilliseconds = 4000

let worker: Worker | undefined
let lastId = 0
const listeners = new Map<number, (reply: ActivityReply) => void>()
let isBroken = false

/** Loads the model before someone speaks. */
export function preloadVoiceActivity(): void {
  worker ??= startWorker()
}

/** Detects speech in a worker. */
export function createVoiceActivity({
  onStart,
  onSegment,
  onBroken,
}: ActivityEvents): VoiceActivity {
  preloadVoiceActivity()
  lastId += 1
  const id = lastId
  const ended = Promise.withResolvers<boolean>()
  listeners.set(id, (reply) => {
    if (reply.type === 'start') onStart()
    else if (reply.type === 'segment') onSegment(reply.segment)
    else {
      ended.resolve(reply.type === 'ended')
      if (reply.type === 'failed') onBroken?.()
    }
  })
  return {
    push: (samples) => send({ type: 'samples', id, samples }, [samples.buffer]),
    end: async () => {
      if (isBroken) return false
      send({ type: 'end', id }, [])
      const timer = setTimeout(() => ended.resolve(false), endMilliseconds)
      const isKnown = await ended.promise
      clearTimeout(timer)
      listeners.delete(id)
      return isKnown
    },
  }
}

function send(request: ActivityRequest, transfer: Transferable[]): void {
  worker?.postMessage(request, transfer)
}

function startWorker(): Worker {
  isBroken = false
  const started = new Worker(new URL('./voiceActivityWorker.ts', import.meta.url), {
    type: 'module',
  })
  started.addEventListener('message', ({ data }: MessageEvent<ActivityReply>) => {
    if (data.type === 'failed') giveUp(data.message)
    else listeners.get(data.id)?.(data)
  })
  started.addEventListener('error', (event) => giveUp(event.message))
  return started
}

/** Gives up detection; main then finds speech itself when the recording is over. */
function giveUp(message: string): void {
  console.error('Voice activity can’t be found out', message)
  isBroken = true
  worker?.terminate()
  worker = undefined
  for (const listener of listeners.values()) listener({ type: 'failed', message })
}
