import { atom } from 'jotai'
import { store } from '../../core/store.ts'
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

/** The worker that detects speech, shared by all recordings. */
interface Detector {
  /** Returns a new id. Replies to it go to the listener until it is removed. */
  add: (listener: (reply: ActivityReply) => void) => number
  remove: (id: number) => void
  send: (request: ActivityRequest, transfer: Transferable[]) => void
}

/** The detector; null before the first recording, and after it has failed. */
const detectorAtom = atom<Detector | null>(null)

/** Loads the model before someone speaks. */
export function preloadVoiceActivity(): void {
  openDetector()
}

/** Detects speech in a worker. */
export function createVoiceActivity({
  onStart,
  onSegment,
  onBroken,
}: ActivityEvents): VoiceActivity {
  const detector = openDetector()
  const ended = Promise.withResolvers<boolean>()
  const id = detector.add((reply) => {
    if (reply.type === 'start') onStart()
    else if (reply.type === 'segment') onSegment(reply.segment)
    else {
      ended.resolve(reply.type === 'ended')
      if (reply.type === 'failed') onBroken?.()
    }
  })
  return {
    push: (samples) => detector.send({ type: 'samples', id, samples }, [samples.buffer]),
    end: async () => {
      detector.send({ type: 'end', id }, [])
      const timer = setTimeout(() => ended.resolve(false), endMilliseconds)
      const isKnown = await ended.promise
      clearTimeout(timer)
      detector.remove(id)
      return isKnown
    },
  }
}

function openDetector(): Detector {
  const opened = store.get(detectorAtom) ?? startDetector(() => store.set(detectorAtom, null))
  store.set(detectorAtom, opened)
  return opened
}

function startDetector(onBroken: () => void): Detector {
  let lastId = 0
  const listeners = new Map<number, (reply: ActivityReply) => void>()
  const worker = new Worker(new URL('./voiceActivityWorker.ts', import.meta.url), {
    type: 'module',
  })

  /** Gives up detection; main then finds speech itself when the recording is over. */
  function giveUp(message: string): void {
    console.error('Voice activity can’t be found out', message)
    worker.terminate()
    onBroken()
    for (const listener of listeners.values()) listener({ type: 'failed', message })
  }

  worker.addEventListener('message', ({ data }: MessageEvent<ActivityReply>) => {
    if (data.type === 'failed') giveUp(data.message)
    else listeners.get(data.id)?.(data)
  })
  worker.addEventListener('error', (event) => giveUp(event.message))
  return {
    add(listener) {
      lastId += 1
      listeners.set(lastId, listener)
      return lastId
    },
    remove: (id) => void listeners.delete(id),
    send: (request, transfer) => worker.postMessage(request, transfer),
  }
}
