import type { AppError } from '../../../shared/errors.ts'
import type { FormValues, MediaInput } from '../../../shared/media/mediaForm.ts'
import type {
  SketchInput,
  SketchModel,
  SketchPrice,
  SketchState,
} from '../../../shared/media/sketch.ts'

/** Drawing and settings that a model for live sketches is given. */
export type Sketch = Omit<SketchInput, 'id'>

/** A picture made of a sketch. */
export interface SketchPicture {
  mediaType: string
  bytes: Uint8Array
  /** As the model says it; undefined if it does not. */
  seed: number | undefined
  /** True if the service has flagged it. */
  flagged: boolean
}

export interface SketchEvents {
  onState: (state: SketchState) => void
  /** Called when a sketch has left: from then on it may cost. */
  onSent: () => void
  /** Called with each answer, which may cost; undefined for one without a usable picture. */
  onAnswer: (picture: SketchPicture | undefined, sketch: Sketch) => void
  /** Called with a fault. The next sketch connects again. */
  onError: (error: AppError) => void
}

export interface SketchConnection {
  /** Sends a sketch once the one before is answered. A newer one replaces it until then. */
  send: (sketch: Sketch) => void
  /** Sends nothing any more, and calls no event. Resolves once the connection is closed. */
  close: () => Promise<void>
}

/** The live sketches of a service. */
export interface SketchService {
  models: readonly SketchModel[]
  /** Returns the price; null if unknown. Errors: modelNotFound, those of a request. */
  price: (modelId: string, signal: AbortSignal) => Promise<SketchPrice | null>
  /** Creates a connection, which costs nothing before the first sketch. Errors: modelNotFound. */
  connect: (modelId: string, events: SketchEvents) => Promise<SketchConnection>
  /** Returns a sketch as the model's form holds it. */
  values: (modelId: string, sketch: Sketch, drawing: MediaInput) => FormValues
}
