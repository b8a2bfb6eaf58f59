import {
  NotAccepted,
  type MediaHandle,
  type MediaProvider,
  type RemoteResult,
  type RemoteState,
} from '../../../src/main/media/mediaProvider.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { FormField } from '../../../src/shared/media/mediaForm.ts'

/** A PNG of 1 × 1 pixel, with other bytes for each number. */
export function picture(number = 0): Uint8Array {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  return Buffer.concat([png, Buffer.from(String(number))])
}

const base = { title: '', description: '', more: false }
const fields: FormField[] = [
  {
    type: 'text',
    name: 'prompt',
    ...base,
    required: true,
    role: 'prompt',
    multiline: true,
    maxLength: 100,
    default: null,
  },
  {
    type: 'number',
    name: 'seed',
    ...base,
    required: false,
    role: 'seed',
    integer: true,
    minimum: 0,
    maximum: null,
    step: null,
    default: null,
  },
  {
    type: 'file',
    name: 'images',
    ...base,
    required: false,
    role: 'image',
    kind: 'image',
    maximum: 2,
  },
]

const refusals = {
  refused: 'badRequest',
  busy: 'rateLimited',
  noBalance: 'quotaExhausted',
  keyRefused: 'keyRefused',
} as const

/** Fate of the paid request: `lost` ones are carried out, and their answer is lost. */
export type PostFault = 'none' | 'lost' | 'refused' | 'busy' | 'noBalance' | 'keyRefused'

interface RemoteJob {
  prompt: unknown
  seed: unknown
  state: RemoteState
}

/** A service that is scripted, and counts what it would charge. It outlives Parley. */
export class FakeService {
  posts = 0
  polls = 0
  cancels = 0
  readonly jobs = new Map<string, RemoteJob>()
  /** The faults of the next paid requests; none afterwards. */
  faults: PostFault[] = []
  /** Runs between the paid request and its answer. */
  beforeAnswer: () => Promise<void> | void = () => undefined
  /** The state of a job that nothing has changed. */
  state: RemoteState = { state: 'completed' }
  result: (id: string) => RemoteResult = (id) => ({
    files: [{ bytes: picture(Number(id)) }],
    price: { amount: 0.04, currency: 'USD' },
  })
  cancelOutcome: 'cancelled' | 'requested' | 'completed' | 'missing' = 'cancelled'
  /** Whether it lists its jobs. */
  isListing = true

  /** Carries out the paid request, and may lose its answer. */
  async post(values: { prompt?: unknown; seed?: unknown }): Promise<MediaHandle> {
    const fault = this.faults.shift() ?? 'none'
    if (fault !== 'none' && fault !== 'lost') {
      throw new NotAccepted(new AppError(refusals[fault], 'Refused'))
    }
    this.posts += 1
    const id = String(this.posts)
    this.jobs.set(id, { prompt: values.prompt, seed: values.seed, state: this.state })
    await this.beforeAnswer()
    if (fault === 'lost') throw new AppError('connectionFailed', 'The connection was reset')
    return { id, addresses: { status: `https://service.example/${id}` } }
  }

  /** A provider of it whose jobs go on without Parley. */
  queueing(): MediaProvider {
    return {
      ...this.base(true),
      submit: async ({ values }, { pay }) => ({
        handle: await pay(() => this.post(values), { seed: values['seed'] ?? null }),
      }),
      remote: {
        poll: async ({ id }) => {
          this.polls += 1
          return this.jobs.get(id)?.state ?? { state: 'missing' }
        },
        result: async ({ id }) => this.result(id),
        cancel: async ({ id }) => {
          this.cancels += 1
          const job = this.jobs.get(id)
          if (job && this.cancelOutcome === 'cancelled') job.state = { state: 'cancelled' }
          return this.cancelOutcome
        },
        find: async ({ sent, isTaken }) => {
          if (!this.isListing) return undefined
          const { seed } = sent as { seed: unknown }
          const found = [...this.jobs].find(([id, job]) => job.seed === seed && !isTaken(id))
          return found && { id: found[0], addresses: {} }
        },
      },
    }
  }

  /** A provider of it that answers at once. */
  direct(): MediaProvider {
    return {
      ...this.base(false),
      submit: async ({ values }, { pay }) => ({
        result: this.result((await pay(() => this.post(values))).id),
      }),
    }
  }

  private base(resumable: boolean) {
    const model = { providerId: 'fake', modelId: 'painter', name: 'Painter', providerName: 'Fake' }
    const rest = { kind: 'image', accepts: [], local: false, retirement: null } as const
    return {
      id: 'fake',
      name: 'Fake',
      models: async () => [{ ...model, ...rest, accepts: [], resumable }],
      form: async () => fields,
      estimate: async () => ({ amount: 0.05, currency: 'USD' }),
    } satisfies Partial<MediaProvider>
  }
}
