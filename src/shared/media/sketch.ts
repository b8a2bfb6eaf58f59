import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { method, nothing, stream } from '../ipc/define.ts'
import { maxSketchBytes, maxSketchPromptLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'
import { mediaPriceSchema } from './mediaPrice.ts'

/** A model that turns a drawing into a picture several times a second. */
export const sketchModelSchema = modelReferenceSchema.extend({
  name: z.string(),
  providerName: z.string(),
  /** The side in pixels of the square drawing that it takes. */
  sidePixels: z.number().int().positive(),
  /** The quality of the drawing's JPEG, from 0 to 1. */
  quality: z.number().min(0).max(1),
  /** Strength of the change unless the user chooses another; null if the model has none. */
  strength: z.number().min(0).max(1).nullable(),
})
export type SketchModel = z.infer<typeof sketchModelSchema>

/** The price of one picture, or of a second of work. */
export const sketchPriceSchema = mediaPriceSchema.extend({ unit: z.enum(['image', 'second']) })
export type SketchPrice = z.infer<typeof sketchPriceSchema>

const sketchId = z.object({ id: z.uuid() })

const sketchInputSchema = sketchId.extend({
  /** The drawing as a JPEG. */
  drawing: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= maxSketchBytes),
  prompt: z.string().max(maxSketchPromptLength),
  seed: z.number().int().nonnegative(),
  /** Null for a model without. */
  strength: z.number().min(0).max(1).nullable(),
})
export type SketchInput = z.infer<typeof sketchInputSchema>

/** The states of a connection. `waiting`: the next drawing connects. */
const sketchStates = ['waiting', 'connecting', 'active'] as const
export type SketchState = (typeof sketchStates)[number]

/** Why a session has ended. `idle`: nothing was drawn for two minutes. */
const sketchEnds = ['stopped', 'idle', 'asleep', 'locked', 'replaced', 'closed'] as const
export type SketchEnd = (typeof sketchEnds)[number]

export const sketchFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: z.enum(sketchStates) }),
  /** `number` counts all answers of the session from 1 on: each may cost. */
  z.object({
    type: z.literal('picture'),
    number: z.number().int().positive(),
    mediaType: z.string(),
    bytes: z.instanceof(Uint8Array),
  }),
  /** The service has flagged the picture, so it is not shown. */
  z.object({ type: z.literal('flagged'), number: z.number().int().positive() }),
  z.object({ type: z.literal('problem'), error: errorSchema }),
  /** The last frame. The connection is closed, and costs nothing any more. */
  z.object({ type: z.literal('ended'), reason: z.enum(sketchEnds) }),
])
export type SketchFrame = z.infer<typeof sketchFrameSchema>

/** Drops the older of two pictures that wait for the page. */
function joinSketchFrames(first: SketchFrame, second: SketchFrame): SketchFrame | undefined {
  return first.type === 'picture' && second.type === 'picture' ? second : undefined
}

/** Live sketches, a part of media's interface. There is one session at a time. */
export const sketchMethods = {
  /** Lists the models of the services that are set up. */
  sketchModels: method(nothing, z.array(sketchModelSchema)),
  /** Returns what a model costs; null if unknown. Errors: providerMissing, modelNotFound. */
  sketchPrice: method(modelReferenceSchema, z.object({ price: sketchPriceSchema.nullable() })),
  /**
   * Begins a session, which costs nothing before the first drawing. Closing the stream ends it.
   * Errors: providerMissing, modelNotFound, priceTooHigh for a price that is unknown or above the
   * limit, unless it was accepted.
   */
  sketch: stream(
    modelReferenceSchema.extend({
      /** Chosen by the page. */
      ...sketchId.shape,
      priceAccepted: z.boolean(),
    }),
    sketchFrameSchema,
    joinSketchFrames,
  ),
  /** Has a drawing turned into a picture. A newer one replaces it until it is sent. Errors: aborted if the session has ended. */
  drawSketch: method(sketchInputSchema, nothing),
  /** Ends the session. Resolves once its connection is closed. */
  stopSketch: method(sketchId, nothing),
  /**
   * Keeps one of the last pictures in the gallery, also after the end. Errors: mediaMissing, diskFull,
   * mediaUnusable.
   */
  keepSketch: method(
    sketchId.extend({ number: z.number().int().positive() }),
    z.object({ outputId: z.uuid() }),
  ),
}
