import { Silero } from '@ricky0123/vad-web/dist/models/silero'
import modelAddress from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url'
import * as ort from 'onnxruntime-web/wasm'
import wasmAddress from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { createSpeechFrames } from './speechFrames.ts'
import type { Segment, SpeechFrames } from './speechFrames.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'

/** A message from the page to the worker; `id` names a recording. */
export type ActivityRequest =
  | { type: 'samples'; id: number; samples: Int16Array<ArrayBuffer> }
  | { type: 'end'; id: number }

export type ActivityReply =
  | { type: 'start'; id: number }
  | { type: 'segment'; id: number; segment: Segment }
  /** All samples sent so far were processed. */
  | { type: 'ended'; id: number }
  | { type: 'failed'; message: string }

// One thread: more would need shared memory, and one is far faster than speech.
ort.env.wasm.numThreads = 1
ort.env.wasm.wasmPaths = { wasm: new URL(wasmAddress, self.location.href).href }

const model = Silero.new(ort, async () => (await fetch(modelAddress)).arrayBuffer())
let current: { id: number; frames: SpeechFrames } | undefined

function reply(message: ActivityReply): void {
  self.postMessage(message)
}

async function framesOf(id: number): Promise<SpeechFrames> {
  if (current?.id === id) return current.frames
  const loaded = await model
  loaded.reset_state()
  const frames = createSpeechFrames(loaded, {
    onStart: () => reply({ type: 'start', id }),
    onSegment: (segment) => reply({ type: 'segment', id, segment }),
  })
  current = { id, frames }
  return frames
}

async function answer(request: ActivityRequest): Promise<void> {
  const frames = await framesOf(request.id)
  if (request.type === 'samples') {
    await frames.push(request.samples)
    return
  }
  frames.end()
  current = undefined
  reply({ type: 'ended', id: request.id })
}

const inTurn = createSerialQueue()
self.addEventListener('message', ({ data }: MessageEvent<ActivityRequest>) => {
  inTurn(() => answer(data)).catch((error: unknown) =>
    reply({ type: 'failed', message: String(error) }),
  )
})
