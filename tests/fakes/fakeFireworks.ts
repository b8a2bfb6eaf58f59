import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { parseForm } from './parseForm.ts'

interface Dataset {
  name: string
  examples: number
  state: 'UPLOADING' | 'READY'
  text: string
  looks: number
}

interface Job {
  name: string
  body: z.infer<typeof jobRequest>
  state: string
  /** The states that follow, one for each look. */
  rest: string[]
}

export interface FakeFireworks extends FakeServer {
  /** The address for inference, beside which accounts have theirs. */
  baseUrl: string
  /** `METHOD /path` of each request with the ids of data sets and jobs as `*`; repetitions left out. */
  seen: () => string[]
  datasets: Map<string, Dataset>
  jobs: Map<string, Job>
  /** Second jobs of a data set. */
  violations: string[]
  /** Cuts the connection after the work of the next request that begins so. */
  loseAnswer: (start: string) => void
  /** Keeps jobs in their state. */
  hold: () => void
  /** Finds the next data sets unusable. */
  spoil: () => void
  /** Lets the key reach these accounts. */
  reach: (...accounts: string[]) => void
}

const account = 'accounts/acme'
const id = z
  .string()
  .max(63)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)
const datasetName = z.string().startsWith(`${account}/datasets/`)

const datasetRequest = z.strictObject({
  datasetId: id,
  dataset: z.strictObject({
    displayName: z.string().max(63),
    exampleCount: z.string().regex(/^\d+$/),
    userUploaded: z.strictObject({}),
  }),
})

const jobRequest = z.strictObject({
  dataset: datasetName,
  evaluationDataset: datasetName.optional(),
  evalAutoCarveout: z.boolean(),
  baseModel: z.string(),
  outputModel: z
    .string()
    .refine((name) => id.safeParse(name.replace(`${account}/models/`, '')).success)
    .optional(),
  epochs: z.number().int().optional(),
  batchSizeSamples: z.number().int().optional(),
  learningRate: z.number().optional(),
})

const course = ['CREATING', 'PENDING', 'VALIDATING', 'RUNNING', 'WRITING_RESULTS', 'COMPLETED']

interface Answer {
  status: number
  body: unknown
}

const found = (body: unknown): Answer => ({ status: 200, body })

/** Refuses as Fireworks does: by Google's codes. */
function refuse(status: number, code: number, message: string): Answer {
  return { status, body: { code, message, details: [] } }
}

/**
 * Starts the data sets and supervised fine-tuning of Fireworks, by its published description. It
 * refuses fields, ids, states and numbers of examples that do not fit. A data set is ready at the
 * second look at it.
 */
export async function startFakeFireworks(): Promise<FakeFireworks> {
  const datasets = new Map<string, Dataset>()
  const jobs = new Map<string, Job>()
  const violations: string[] = []
  let accounts = [account]
  let lost: string | undefined
  let isHeld = false
  let isSpoiled = false

  const at = ({ method, path }: SeenRequest): string =>
    `${method} ${path.replace(/\/parley-[^/:]*/, '/*')}`

  function describe({ name, body, state }: Job) {
    const model = body.outputModel ?? name.slice(name.lastIndexOf('/') + 1)
    return {
      ...body,
      ...{ name, state: `JOB_STATE_${state}`, status: { code: 'OK', message: '' } },
      ...{ createTime: '2026-01-01T00:00:00Z', createdBy: 'a@acme.test' },
      ...{ outputModel: model, metricsFileSignedUrl: '', estimatedCost: null },
      jobProgress: { percent: 50, epoch: 1 },
    }
  }

  function addDataset({ body }: SeenRequest): Answer {
    const read = datasetRequest.safeParse(body)
    if (!read.success) return refuse(400, 3, read.error.message)
    const name = `${account}/datasets/${read.data.datasetId}`
    if (datasets.has(name)) return refuse(409, 6, 'dataset already exists')
    const examples = Number(read.data.dataset.exampleCount)
    datasets.set(name, { name, examples, state: 'UPLOADING', text: '', looks: 0 })
    return found({ name, state: 'UPLOADING' })
  }

  function fill(seen: SeenRequest, dataset: Dataset): Answer {
    const form = parseForm(seen)
    if ([...form.keys()].join() !== 'file') return refuse(400, 3, 'the form has other fields')
    dataset.text = form.get('file')?.text ?? ''
    if (dataset.text.trim().split('\n').length !== dataset.examples) {
      return refuse(400, 3, 'another number of examples')
    }
    return found({ id: dataset.name, object: 'file', purpose: 'fine-tune' })
  }

  function lookAtDataset(dataset: Dataset): Answer {
    const { name, examples } = dataset
    dataset.looks += 1
    if (!isSpoiled && dataset.text !== '' && dataset.looks > 1) dataset.state = 'READY'
    const status = isSpoiled
      ? { code: 'INVALID_ARGUMENT', message: 'Line 3 is bad' }
      : { code: 'OK', message: '' }
    return found({ name, state: dataset.state, status, exampleCount: String(examples) })
  }

  function addJob({ body, query }: SeenRequest): Answer {
    const read = jobRequest.safeParse(body)
    const jobId = id.safeParse(query.get('supervisedFineTuningJobId'))
    if (!read.success || !jobId.success) return refuse(400, 3, 'invalid fine-tuning job')
    const { dataset, evaluationDataset } = read.data
    for (const name of [dataset, ...(evaluationDataset === undefined ? [] : [evaluationDataset])]) {
      if (datasets.get(name)?.state !== 'READY') return refuse(400, 9, `${name} is not ready`)
    }
    const name = `${account}/supervisedFineTuningJobs/${jobId.data}`
    if (jobs.has(name)) return refuse(409, 6, 'job already exists')
    if ([...jobs.values()].some((job) => job.body.dataset === dataset)) violations.push(dataset)
    const [state = '', ...rest] = course
    const job = { name, body: read.data, state, rest }
    jobs.set(name, job)
    return found(describe(job))
  }

  function lookAtJob(job: Job): Answer {
    if (!isHeld) job.state = job.rest.shift() ?? job.state
    return found(describe(job))
  }

  function cancel(job: Job, { body }: SeenRequest): Answer {
    if (!z.strictObject({}).safeParse(body).success) return refuse(400, 3, 'no body')
    Object.assign(job, { state: 'CANCELLED', rest: [] })
    return found({})
  }

  function perform(seen: SeenRequest): Answer | undefined {
    const [name = '', verb = ''] = seen.path.replace('/v1/', '').split(':')
    const dataset = datasets.get(name)
    const job = jobs.get(name)
    switch (at(seen)) {
      case 'GET /v1/accounts':
        return found({ accounts: accounts.map((one) => ({ name: one, email: 'a@acme.test' })) })
      case `POST /v1/${account}/datasets`:
        return addDataset(seen)
      case `POST /v1/${account}/supervisedFineTuningJobs`:
        return addJob(seen)
      default:
    }
    const { method } = seen
    if (dataset && method === 'POST' && verb === 'upload') return fill(seen, dataset)
    if (dataset && method === 'GET') return lookAtDataset(dataset)
    if (job && method === 'POST' && verb === 'cancel') return cancel(job, seen)
    return job && method === 'GET' ? lookAtJob(job) : undefined
  }

  function route(seen: SeenRequest, response: ServerResponse): void {
    const { status, body } = perform(seen) ?? refuse(404, 5, 'not found')
    if (lost !== undefined && at(seen).startsWith(lost)) {
      lost = undefined
      response.socket?.resetAndDestroy()
    } else sendJson(response, status, body)
  }

  const server = await startFakeServer(route)
  return {
    ...server,
    ...{ datasets, jobs, violations, baseUrl: `${server.origin}/inference/v1` },
    seen: () => [...new Set(server.requests.map(at))],
    loseAnswer: (start) => void (lost = start),
    hold: () => void (isHeld = true),
    spoil: () => void (isSpoiled = true),
    reach: (...names) => void (accounts = names),
  }
}
