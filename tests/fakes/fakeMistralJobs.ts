import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { promptOf, resultOf, type Line, type Said } from './batchLines.ts'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'
import { parseForm } from './parseForm.ts'

interface FakeJob {
  id: string
  inputId: string
  model: string
  endpoint: string
  lines: Line[]
  looks: number
  isCancelled: boolean
}

export interface FakeMistralJobs extends FakeServer {
  baseUrl: string
  batches: FakeJob[]
  /** Violations of the package's types, and of the rule that an input makes one job. */
  violations: string[]
  /** The end of a request by its text; an answer by default. */
  line: (prompt: string) => Said
  /** The number of looks before the end. */
  looks: number
  /** The state at the end. */
  end: 'SUCCESS' | 'FAILED' | 'TIMEOUT_EXCEEDED'
  /** False for an end without output: nothing was run. */
  hasRun: boolean
  /** Loses the answer to the next creation, before or after the job was made. */
  lose: 'before' | 'after' | null
  /** The status of the next creation; null for none. */
  refuseCreation: number | null
  /** Adds jobs of somebody else, newer than all others. */
  addForeign: (count: number) => void
  /** Called with `METHOD /path` as a request arrives, and after its work. */
  onStep: (at: string, step: 'arrived' | 'done') => void
}

const creation = z.strictObject({
  input_files: z.array(z.string()).length(1),
  endpoint: z.literal('/v1/chat/completions'),
  model: z.string().min(1),
  timeout_hours: z.number().int().min(1).max(168),
})
const lineSchema = z.strictObject({
  custom_id: z.string().min(1),
  // The job names the model.
  body: z.looseObject({ messages: z.array(z.unknown()), model: z.undefined().optional() }),
})
/** The smaller ones of the documented limits. */
const maxLines = 100_000
const maxBytes = 512_000_000

/** Starts Mistral's files and jobs. Results come in reverse. */
export async function startFakeMistralJobs(): Promise<FakeMistralJobs> {
  const validate = loadOpenAiSpec()
  const contents = new Map<string, string>()
  const batches: FakeJob[] = []
  const violations: string[] = []
  let lastId = 0
  const newId = (prefix: string): string => `${prefix}-${String((lastId += 1))}`

  const fake: Omit<FakeMistralJobs, keyof FakeServer | 'baseUrl'> = {
    ...{ batches, violations, line: () => 'answer', end: 'SUCCESS', looks: 2, hasRun: true },
    ...{ lose: null, refuseCreation: null, onStep: () => undefined },
    addForeign(count) {
      for (let added = 0; added < count; added += 1) add(newId('file'), 'theirs', [])
    },
  }

  function add(inputId: string, model: string, lines: Line[]): FakeJob {
    const endpoint = '/v1/chat/completions'
    const job = {
      ...{ id: newId('job'), inputId, model, endpoint, lines },
      ...{ looks: 0, isCancelled: false },
    }
    batches.push(job)
    return job
  }

  function upload(seen: SeenRequest) {
    const form = parseForm(seen)
    const file = form.get('file')
    if (form.get('purpose')?.text !== 'batch') violations.push('A file for something else')
    if (Buffer.byteLength(file?.text ?? '') > maxBytes) violations.push('A file that is too large')
    const id = newId('file')
    contents.set(id, file?.text ?? '')
    return { id, object: 'file', bytes: 1, created_at: 1, filename: file?.name, purpose: 'batch' }
  }

  function create(body: unknown): FakeJob {
    const { input_files: inputs, model } = creation.parse(body)
    const [inputId = ''] = inputs
    if (batches.some((job) => job.inputId === inputId)) violations.push(`Two jobs of ${inputId}`)
    const lines = (contents.get(inputId) ?? '').split('\n').map((text) => {
      const line = lineSchema.parse(JSON.parse(text))
      violations.push(...validate('CreateChatCompletionRequest', { ...line.body, model }))
      return { customId: line.custom_id, url: '/v1/chat/completions', prompt: promptOf(line.body) }
    })
    if (lines.length > maxLines) violations.push('Too many lines')
    return add(inputId, model, lines)
  }

  function describe({ id, inputId, model, endpoint, lines, looks, isCancelled }: FakeJob) {
    const hasEnded = isCancelled || looks > fake.looks
    const course = looks < 2 ? 'QUEUED' : 'RUNNING'
    const status = hasEnded ? (isCancelled ? 'CANCELLED' : fake.end) : course
    const hasFiles = hasEnded && fake.hasRun
    const failed = lines.filter(({ prompt }) => fake.line(prompt) !== 'answer').length
    return {
      ...{ id, object: 'batch', input_files: [inputId], metadata: null, endpoint, model },
      ...{ agent_id: null, status, created_at: 1, started_at: null, completed_at: null },
      output_file: hasFiles ? `output-${id}` : null,
      error_file: hasFiles && failed > 0 ? `errors-${id}` : null,
      errors: hasEnded && fake.end === 'FAILED' ? [{ message: 'Not so', count: 1 }] : [],
      total_requests: lines.length,
      completed_requests: hasFiles ? lines.length : 0,
      succeeded_requests: hasFiles ? lines.length - failed : 0,
      failed_requests: hasFiles ? failed : 0,
    }
  }

  function resultsOf(fileId: string): string {
    const job = batches.find(({ id }) => fileId.endsWith(`-${id}`))
    const isErrors = fileId.startsWith('errors')
    return (job?.lines ?? [])
      .filter(({ prompt }) => fake.line(prompt) !== 'expired')
      .filter(({ prompt }) => (fake.line(prompt) !== 'answer') === isErrors)
      .toReversed()
      .map((line) => `${JSON.stringify(resultOf(line, fake.line(line.prompt)))}\n`)
      .join('')
  }

  function list({ query }: SeenRequest) {
    const size = Number(query.get('page_size'))
    const start = Number(query.get('page')) * size
    const data = batches.toReversed().slice(start, start + size)
    return { object: 'list', data: data.map(describe), total: batches.length }
  }

  function createOnce({ body }: SeenRequest, response: ServerResponse): void {
    const { lose, refuseCreation } = fake
    Object.assign(fake, { lose: null, refuseCreation: null })
    if (refuseCreation !== null) {
      sendJson(response, refuseCreation, { object: 'error', message: 'Not now' })
      return
    }
    const job = lose === 'before' ? null : create(body)
    fake.onStep('POST /batch/jobs', 'done')
    if (lose !== null || !job) response.socket?.resetAndDestroy()
    else sendJson(response, 200, describe(job))
  }

  const server = await startFakeServer((seen, response) => {
    const path = seen.path.replace(/^\/v1/, '')
    const route = `${seen.method} ${path.replace(/(?:[a-z]+-)+\d+/, ':id')}`
    const id = /(?:[a-z]+-)+\d+/.exec(path)?.[0] ?? ''
    const job = batches.find((one) => one.id === id)
    fake.onStep(route, 'arrived')
    if (route === 'POST /files') sendJson(response, 200, upload(seen))
    else if (route === 'GET /files/:id/content') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(resultsOf(id))
    } else if (route === 'POST /batch/jobs') {
      createOnce(seen, response)
      return
    } else if (route === 'GET /batch/jobs') sendJson(response, 200, list(seen))
    else if (!job) sendJson(response, 404, { object: 'error', message: 'No such object' })
    else {
      if (route === 'POST /batch/jobs/:id/cancel') job.isCancelled = true
      else job.looks += 1
      sendJson(response, 200, describe(job))
    }
    fake.onStep(route, 'done')
  })
  return Object.assign(fake, server, { baseUrl: `${server.origin}/v1` })
}
