import { z } from 'zod'
import type { SketchState } from '../../../../shared/media/sketch.ts'
import type { Sketch, SketchConnection, SketchEvents } from '../../sketch/sketchService.ts'
import type { FalApi } from '../falApi.ts'
import { showableType } from '../showableType.ts'
import { createRealtimeConnection, type RealtimeState } from './createRealtimeConnection.ts'
import { createOpenRealtimeSocket } from './openRealtimeSocket.ts'

interface FalSketchTarget {
  api: FalApi
  /** For errors. */
  provider: string
  endpoint: string
  proxyEnvironment: NodeJS.ProcessEnv | undefined
}

const pictureSchema = z.union([
  z.object({ content: z.instanceof(Uint8Array) }).transform(({ content }) => content),
  // An application that speaks JSON writes them in base64.
  z.object({ content: z.base64() }).transform(({ content }) => Buffer.from(content, 'base64')),
  z.object({ url: z.string().regex(/^data:[^,]*;base64,/) }).transform(({ url }) => {
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }),
])
const resultSchema = z.object({
  /** An application that fills gaps between frames puts the newest picture last. */
  images: z.array(z.unknown()).min(1),
  seed: z.number().optional().catch(undefined),
  has_nsfw_concepts: z.array(z.boolean()).catch([]),
})

const states: Readonly<Record<RealtimeState, SketchState>> = {
  idle: 'waiting',
  authenticating: 'connecting',
  connecting: 'connecting',
  active: 'active',
}

/** Connects sketches with a realtime application. `toPayload` writes a sketch as it reads it. */
export function connectFalSketch(
  { api, provider, endpoint, proxyEnvironment }: FalSketchTarget,
  toPayload: (sketch: Sketch) => Readonly<Record<string, unknown>>,
  { onState, onSent, onAnswer, onError }: SketchEvents,
): SketchConnection {
  return createRealtimeConnection<Sketch>({
    ...{ api, provider, endpoint, toPayload, onSent, onError },
    openSocket: createOpenRealtimeSocket(proxyEnvironment),
    onState: (state) => onState(states[state]),
    onResult(json, sketch) {
      const result = resultSchema.safeParse(json).data
      const bytes = pictureSchema.safeParse(result?.images.at(-1)).data
      const mediaType = bytes && showableType(bytes)
      if (!result || !mediaType) return onAnswer(undefined, sketch)
      const flagged = result.has_nsfw_concepts.at(-1) === true
      onAnswer({ mediaType, bytes, seed: result.seed, flagged }, sketch)
    },
  })
}
