import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { promptOf, resultOf, type Line } from './batchLines.ts'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'
import { parseForm } from './parseForm.ts'

/** The reaction of the fake to the requests of its batches. */
export interface BatchScript {
  /** States that a batch passes before its end, one a look. */
  course?: readonly string[]
  /** Reaction to a line; an answer by default. */
  line?: (prompt: string) => 'answer' | 'expired' | { status: number; message: string }
  /** Refuses a batch after its creation. */
  refusal?: { code: string; message: string; line?: number | null }
  /** The state at the end; `completed` if missing. */
  end?: 'completed' | 'expired'
  /** Cuts the output in the middle of a line, so many times. */
  cuts?: number
  /** Breaks the connection in the middle of the output, so many times. */
  breaks?: number
  /** Refuses the next downloads of results. */
  refuseContent?: { status: number; times: number }
  /** Leaves out the files at the end. */
  hasNoFiles?: boolean
  /** Loses the answer to the next creations: before or after the batch was made. */
  lose?: 'before' | 'after'
  /** The number of looks at the list that don't show new batches. */
  hidden?: number
  /** The status of the next creation. */
  refuseCreation?: number
}

interface FakeBatch {
  id: string
  inputId: string
  endpoint: string
  lines: Line[]
  looks: number
  isCancelled: boolean
}

export interface FakeBatches extends FakeServer {
  baseUrl: string
  script: BatchScript
  batches: FakeBatch[]
  /** The names of uploaded inputs by their ids. */
  inputs: Map<string, string>
  /** Violations of the API description, and of the rule that an input makes one batch. */
  violations: string[]
  /** Called with `METHOD /path` as a request arrives, and after its work. */
  onStep: (at: string, step: 'arrived' | 'done') => void
}

const lineSchema = z.strictObject({
  custom_id: z.string().regex(/^[\w-]{1,64}$/),
  method: z.literal('POST'),
  url: z.string(),
  body: z.looseObject({ model: z.string() }),
})
const schemas: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'CreateChatCompletionRequest',
  '/v1/responses': 'CreateResponse',
}

/**
 * Starts a service with OpenAI's files and batches, whose results come shuffled, and the first of
 * them twice.
 */
export async function startFakeBatches(): Promise<FakeBatches> {
  const validate = loadOpenAiSpec()
  const contents = new Map<string, string>()
  const inputs = new Map<string, string>()
  const batches: FakeBatch[] = []
  const violations: string[] = []
  let lastId = 0
  const newId = (prefix: string): string => `${prefix}-${String((lastId += 1))}`

  const fake: Omit<FakeBatches, keyof FakeServer | 'baseUrl'> = {
    ...{ script: {}, batches, inputs, violations, onStep: () => undefined },
  }

  function perform(seen: SeenRequest): { status: number; body: unknown } {
    const [, , kind = '', id = '', part = ''] = seen.path.split('/')
    const route = `${seen.method} /${[kind, id && ':id', part].filter(Boolean).join('/')}`
    const batch = batches.find((one) => one.id === id)
    const found = (body: unknown) => ({ status: 200, body })
    const missing = { status: 404, body: { error: { message: `No such object: ${id}` } } }
    switch (route) {
      case 'GET /models':
        return found({ object: 'list', data: [{ id: 'parley-large', object: 'model' }] })
      case 'POST /files': {
        const form = parseForm(seen)
        const file = form.get('file')
        violations.push(
          ...validate('CreateFileRequest', { purpose: form.get('purpose')?.text, file: 'bytes' }),
        )
        const fileId = newId('file')
        contents.set(fileId, file?.text ?? '')
        inputs.set(fileId, file?.name ?? '')
        return found({
          ...{ id: fileId, object: 'file', bytes: 1, created_at: 1 },
          purpose: 'batch',
        })
      }
      case 'GET /files':
        return found({
          object: 'list',
          data: [...inputs].map(([fileId, filename]) => ({
            id: fileId,
            filename,
            purpose: 'batch',
          })),
          has_more: false,
        })
      case 'POST /batches':
        return create(seen.body)
      case 'GET /batches': {
        const hidden = fake.script.hidden ?? 0
        fake.script = { ...fake.script, hidden: Math.max(0, hidden - 1) }
        const all = hidden > 0 ? [] : batches.toReversed().map(describe)
        // Pages of two, so that pages are read.
        const after = seen.query.get('after')
        const start = after === null ? 0 : all.findIndex((one) => one.id === after) + 1
        const data = all.slice(start, start + 2)
        const hasMore = start + 2 < all.length
        return found({ object: 'list', data, has_more: hasMore, last_id: data.at(-1)?.id ?? null })
      }
      case 'GET /batches/:id':
        if (!batch) return missing
        batch.looks += 1
        return found(describe(batch))
      case 'POST /batches/:id/cancel':
        if (!batch) return missing
        batch.isCancelled = true
        return found(describe(batch))
      default:
        return missing
    }
  }

  function create(body: unknown): { status: number; body: unknown } {
    const { refuseCreation: refused, ...rest } = fake.script
    if (refused !== undefined) {
      fake.script = rest
      return { status: refused, body: { error: { message: 'Not now' } } }
    }
    violations.push(...validate('CreateBatchRequest', body))
    const given = z.object({ input_file_id: z.string(), endpoint: z.string() }).parse(body)
    if (batches.some(({ inputId }) => inputId === given.input_file_id)) {
      violations.push(`Two batches of ${given.input_file_id}`)
    }
    const lines = (contents.get(given.input_file_id) ?? '').split('\n').map((text) => {
      const line = lineSchema.parse(JSON.parse(text))
      violations.push(...validate(schemas[line.url] ?? '', line.body))
      if (line.url !== given.endpoint) violations.push(`A line for ${line.url}`)
      return { customId: line.custom_id, url: line.url, prompt: promptOf(line.body) }
    })
    const batch: FakeBatch = {
      ...{ id: newId('batch'), inputId: given.input_file_id, endpoint: given.endpoint },
      ...{ lines, looks: 0, isCancelled: false },
    }
    batches.push(batch)
    return { status: 200, body: describe(batch) }
  }

  function describe(batch: FakeBatch) {
    const { course = ['validating', 'in_progress'], refusal, end = 'completed' } = fake.script
    const { id, inputId, endpoint, lines, looks } = batch
    const last = refusal ? 'failed' : batch.isCancelled ? 'cancelled' : end
    const isEnded = batch.isCancelled || looks > course.length
    const status = isEnded ? last : (course[Math.max(0, looks - 1)] ?? last)
    const hasFiles = isEnded && !refusal && !fake.script.hasNoFiles
    return {
      ...{ id, object: 'batch', endpoint, input_file_id: inputId, completion_window: '24h' },
      ...{ status, created_at: 1 },
      errors: refusal && isEnded ? { object: 'list', data: [{ line: null, ...refusal }] } : null,
      output_file_id: hasFiles ? `output-${id}` : null,
      // As Groq writes it for none.
      error_file_id: hasFiles ? `errors-${id}` : {},
      request_counts: {
        total: lines.length,
        completed: isEnded && !refusal && hasFiles ? lines.length : 0,
        failed: fake.script.hasNoFiles && isEnded ? lines.length : 0,
      },
    }
  }

  /** Returns the lines of an output or error file. */
  function resultLines(fileId: string): string[] {
    const batch = batches.find(({ id }) => fileId.endsWith(`-${id}`))
    const isErrors = fileId.startsWith('errors')
    const lines = (batch?.lines ?? []).flatMap((line, index) => {
      // A cancelled batch has done its first line.
      const isLeft = batch?.isCancelled === true && index > 0
      const said = isLeft ? 'cancelled' : (fake.script.line?.(line.prompt) ?? 'answer')
      return (said !== 'answer') === isErrors ? [JSON.stringify(resultOf(line, said))] : []
    })
    const shuffled = lines.toReversed()
    return shuffled.length > 0 ? [shuffled[0] ?? '', ...shuffled] : []
  }

  function sendContent(fileId: string, response: ServerResponse): void {
    const refused = fake.script.refuseContent
    if (refused && refused.times > 0) {
      fake.script = { ...fake.script, refuseContent: { ...refused, times: refused.times - 1 } }
      sendJson(response, refused.status, { error: { message: 'Not now' } })
      return
    }
    const text = resultLines(fileId)
      .map((line) => `${line}\n`)
      .join('')
    const { breaks = 0, cuts = 0 } = fake.script
    if (breaks > 0) {
      fake.script = { ...fake.script, breaks: breaks - 1 }
      response.writeHead(200, { 'content-length': text.length + 100 })
      response.write(text, () => response.socket?.resetAndDestroy())
      return
    }
    if (cuts > 0 && text !== '') fake.script = { ...fake.script, cuts: cuts - 1 }
    const sent = cuts > 0 ? text.slice(0, -20) : text
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(sent)
  }

  const server = await startFakeServer((seen, response) => {
    const at = `${seen.method} ${seen.path.replace(/^\/v1/, '').replace(/[-\w]+-\d+/g, ':id')}`
    fake.onStep(at, 'arrived')
    const content = /^\/v1\/files\/(.+)\/content$/.exec(seen.path)?.[1]
    if (content !== undefined) sendContent(content, response)
    else {
      const { lose, ...rest } = fake.script
      const isLost = at === 'POST /batches' && lose !== undefined
      if (isLost) fake.script = rest
      const answer = isLost && lose === 'before' ? null : perform(seen)
      fake.onStep(at, 'done')
      if (isLost || !answer) response.socket?.resetAndDestroy()
      else sendJson(response, answer.status, answer.body)
    }
  })
  return Object.assign(fake, server, { baseUrl: `${server.origin}/v1` })
}
