import { AppError, toWire } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type {
  SketchEnd,
  SketchFrame,
  SketchInput,
  SketchModel,
  SketchPrice,
} from '../../../shared/media/sketch.ts'
import { sleepUntil } from '../../timeLimit.ts'
import { isAboveLimit } from '../jobs/isAboveLimit.ts'
import { askMilliseconds, type MediaServices } from '../mediaServices.ts'
import { createSketchFrames, type SketchFrames } from './createSketchFrames.ts'
import type { Sketch, SketchConnection, SketchPicture, SketchService } from './sketchService.ts'

export interface SketchRequest extends ModelReference {
  /** Chosen by the page. */
  id: string
  /** True if the user was asked about a price that is unknown or above the limit. */
  priceAccepted: boolean
}

/** A picture of a session, with what it was made from. */
export interface MadeSketch {
  model: SketchModel
  price: SketchPrice | null
  picture: SketchPicture
  sketch: Sketch
  service: SketchService
}

/** Cost of a session so far. */
export interface SketchSpending {
  id: string
  model: SketchModel
  price: SketchPrice | null
  /** Answers that came, each of which may cost. */
  answers: number
}

export interface SketchesOptions {
  services: Pick<MediaServices, 'all' | 'find'>
  /** The price in dollars above which the user is asked; null for none. */
  askAbove: () => number | null
  /** Throws if the user's budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
  /** Writes down what a session costs: once its first sketch has left, and at its end. */
  spend: (spending: SketchSpending) => void
  /** Puts a picture into the gallery, and returns its id. */
  keep: (made: MadeSketch) => Promise<string>
  delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Live sketches, one session at a time. The errors are those of the bridge's methods. */
export interface Sketches {
  models: () => Promise<SketchModel[]>
  price: (model: ModelReference) => Promise<SketchPrice | null>
  /** Yields what a session has to say until it ends, which it does when `signal` fires. */
  open: (request: SketchRequest, signal: AbortSignal) => AsyncIterable<SketchFrame>
  draw: (input: SketchInput) => void
  /** Ends a session. Resolves once its connection is closed. */
  stop: (id: string) => Promise<void>
  keep: (id: string, number: number) => Promise<string>
  /** Ends the session that is open. */
  stopAll: (reason: SketchEnd) => Promise<void>
}

/** Milliseconds without a drawing after which a session ends. */
const idleMs = 120_000
/** The last pictures of a session that can be kept: the page shows one of them. */
const maxKeepable = 16

interface Session {
  id: string
  connection: SketchConnection
  frames: SketchFrames
  /** The last pictures by their numbers, also after the end. */
  made: ReadonlyMap<number, MadeSketch>
  /** Stops the wait for the next drawing. */
  idle: AbortController
  hasEnded: boolean
  end: (reason: SketchEnd) => Promise<void>
}

export function createSketches(options: SketchesOptions): Sketches {
  const { services, askAbove, assertLeft, spend, keep, delay = sleepUntil } = options
  let current: Session | undefined

  async function findService(providerId: string): Promise<SketchService> {
    const { sketch } = await services.find(providerId)
    if (sketch) return sketch
    throw new AppError('modelNotFound', 'The service has no live sketches')
  }

  function find(id: string): Session | undefined {
    return current?.id === id ? current : undefined
  }

  async function begin({ id, priceAccepted, ...reference }: SketchRequest): Promise<Session> {
    const service = await findService(reference.providerId)
    const model = service.models.find(({ modelId }) => modelId === reference.modelId)
    if (!model) throw new AppError('modelNotFound', 'The service has no such model')
    const price = await askPrice(service, model.modelId)
    assertLeft()
    if (!priceAccepted && (price === null || isAboveLimit(price, askAbove()))) {
      throw new AppError('priceTooHigh', 'The price is unknown or above the limit')
    }
    const frames = createSketchFrames()
    frames.put({ type: 'state', state: 'waiting' })
    const made = new Map<number, MadeSketch>()
    const spending: SketchSpending = { id, model, price, answers: 0 }
    let hasSent = false
    const tellProblem = (error: unknown): void =>
      frames.put({ type: 'problem', error: toWire(error) })
    /** A session whose cost can't be written down goes no further. */
    const write = (): void => {
      try {
        spend(spending)
      } catch (error) {
        tellProblem(error)
        void session.end('stopped')
      }
    }
    const connection = await service.connect(model.modelId, {
      onState: (state) => frames.put({ type: 'state', state }),
      onSent() {
        if (hasSent) return
        hasSent = true
        write()
      },
      onAnswer(picture, sketch) {
        const number = ++spending.answers
        if (!picture) return tellProblem(unusable(model))
        if (picture.flagged) return frames.put({ type: 'flagged', number })
        made.set(number, { model, price, picture, sketch, service })
        made.delete(number - maxKeepable)
        const { mediaType, bytes } = picture
        frames.put({ type: 'picture', number, mediaType, bytes: new Uint8Array(bytes) })
      },
      onError: tellProblem,
    })
    const session: Session = {
      ...{ id, connection, frames, made, idle: new AbortController(), hasEnded: false },
      async end(reason) {
        if (session.hasEnded) return
        session.hasEnded = true
        session.idle.abort()
        const closed = connection.close()
        // No answer counts from here. The database may be closed before the connection is.
        if (hasSent) write()
        await closed
        frames.put({ type: 'ended', reason })
        frames.end()
      },
    }
    return session
  }

  /** Ends a session once nothing was drawn for a while. */
  async function watchIdle(session: Session): Promise<void> {
    if (session.hasEnded) return
    session.idle.abort()
    const idle = new AbortController()
    session.idle = idle
    await delay(idleMs, idle.signal)
    if (!idle.signal.aborted) await session.end('idle')
  }

  return {
    models: async () => (await services.all()).flatMap(({ sketch }) => [...(sketch?.models ?? [])]),
    price: async ({ providerId, modelId }) => askPrice(await findService(providerId), modelId),
    async *open(request, signal) {
      const session = await begin(request)
      const earlier = current
      current = session
      await earlier?.end('replaced')
      const onAbort = (): void => void session.end('closed')
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      void watchIdle(session)
      try {
        yield* session.frames.read()
      } finally {
        signal.removeEventListener('abort', onAbort)
        await session.end('closed')
      }
    },
    draw({ id, ...sketch }) {
      const session = find(id)
      if (!session || session.hasEnded) throw new AppError('aborted', 'The session has ended')
      session.connection.send(sketch)
      void watchIdle(session)
    },
    stop: async (id) => find(id)?.end('stopped'),
    async keep(id, number) {
      const made = find(id)?.made.get(number)
      if (made) return keep(made)
      throw new AppError('mediaMissing', 'This picture of the session is gone')
    },
    stopAll: async (reason) => current?.end(reason),
  }
}

/** Returns a price; null also if the service does not answer. */
async function askPrice(service: SketchService, modelId: string): Promise<SketchPrice | null> {
  return service.price(modelId, AbortSignal.timeout(askMilliseconds)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'modelNotFound') throw error
    return null
  })
}

function unusable({ providerName: provider }: SketchModel): AppError {
  return new AppError('mediaUnusable', 'The answer has no picture', { provider })
}
