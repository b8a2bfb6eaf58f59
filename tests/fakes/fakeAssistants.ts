import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { piecesOf, tokensOf } from './fakeTokens.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

interface FakeMessage {
  id: string
  role: 'user' | 'assistant'
  text: string
  annotations: readonly object[]
  imageFileId?: string | undefined
  runId: string | null
  at: number
}

type Status =
  | 'queued'
  | 'in_progress'
  | 'requires_action'
  | 'completed'
  | 'incomplete'
  | 'cancelled'
  | 'failed'
  | 'expired'

interface FakeRun {
  id: string
  status: Status
  calls: readonly FakeCall[]
  outputs: string[]
  body: Record<string, unknown>
  lastError?: { code: string; message: string } | undefined
  reason?: string | undefined
  /** Steps that are still to be taken, one for each look. */
  looks: number
  next: FakeStep
  at: number
}

interface FakeThread {
  id: string
  messages: FakeMessage[]
  runs: FakeRun[]
}

export interface FakeCall {
  id: string
  name: string
  arguments: string
}

/** The next stretch of a run: until it ends, or waits for its calls. */
export interface FakeStep {
  text?: string
  /** As the API has them; each comes with the piece of text that completes it. */
  annotations?: readonly { text: string; [field: string]: unknown }[]
  imageFileId?: string
  calls?: readonly FakeCall[]
  /** `completed` by default, or `requires_action` with calls. */
  status?: Status
  lastError?: { code: string; message: string }
  reason?: string
  /** `cut` ends the stream within the text, `plain` ignores `stream`, `hang` never goes on. */
  ending?: 'cut' | 'plain' | 'hang'
  /** Looks until a run ends whose stream broke or never was. */
  looks?: number
}

/** Decides the next stretch by the newest question, or by the outputs of the run's calls. */
export type FakeScript = (question: string, outputs: readonly string[], run: FakeRun) => FakeStep

export interface FakeAssistants extends FakeServer {
  baseUrl: string
  violations: string[]
  threads: Map<string, FakeThread>
  /** Every run that was started, in order. */
  runs: FakeRun[]
  files: Map<string, { name: string; bytes: string }>
  script: (script: FakeScript) => void
  /** Fails the next request that begins so, such as `POST /threads`; `lost` does the work first. */
  fail: (at: string, how: 'lost' | { status: number; message: string }) => void
  /** Sets when runs expire that wait from now on, in seconds since 1970; never at first. */
  expireAt: (seconds: number) => void
  /** Ends every run that waits, as the service does after ten minutes. */
  expire: () => void
  routes: (seen: SeenRequest, response: ServerResponse) => Promise<boolean>
}

export const fakeAssistant = {
  id: 'asst_helper',
  object: 'assistant',
  created_at: 1,
  name: 'Office helper',
  model: 'gpt-4o',
  tools: [{ type: 'file_search' }, { type: 'function', function: { name: 'own', parameters: {} } }],
}

const active: ReadonlySet<Status> = new Set(['queued', 'in_progress', 'requires_action'])

/** Starts a service with one assistant and no models. */
export async function startFakeAssistants(): Promise<FakeAssistants> {
  const fake = createFakeAssistants()
  const server = await startFakeServer(async (seen, response) => {
    if (seen.path === '/v1/models') sendJson(response, 200, { object: 'list', data: [] })
    else if (!(await fake.routes(seen, response))) refuse(response, 404, 'Unknown request URL')
  })
  return { ...fake, ...server, baseUrl: `${server.origin}/v1` }
}

/** Creates the routes of assistants, threads and runs, which another fake may serve. */
export function createFakeAssistants(): Omit<FakeAssistants, keyof FakeServer | 'baseUrl'> {
  const validate = loadOpenAiSpec()
  const violations: string[] = []
  const threads = new Map<string, FakeThread>()
  const runs: FakeRun[] = []
  const files = new Map<string, { name: string; bytes: string }>()
  const faults: { at: string; how: 'lost' | { status: number; message: string } }[] = []
  let script: FakeScript = (question) => ({ text: `You said: ${question}` })
  let expiresAt: number | null = null
  let lastId = 0
  const newId = (prefix: string): string => `${prefix}_${String((lastId += 1))}`

  function check(schema: string, body: unknown, response: ServerResponse): boolean {
    const faulty = validate(schema, body)
    violations.push(...faulty)
    if (faulty.length > 0) refuse(response, 400, faulty.join('; '))
    return faulty.length === 0
  }

  function addMessage(thread: FakeThread, given: { role: 'user' | 'assistant'; content: string }) {
    const message = toMessage(given, null)
    thread.messages.push(message)
    return message
  }

  function toMessage(
    { role, content }: { role: 'user' | 'assistant'; content: string },
    runId: string | null,
  ): FakeMessage {
    const id = newId('msg')
    return { id, role, text: content, annotations: [], runId, at: lastId }
  }

  function describeRun(run: FakeRun, threadId: string) {
    const isWaiting = run.status === 'requires_action'
    const calls = run.calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }))
    const hasEnded = !active.has(run.status)
    return {
      ...{ id: run.id, object: 'thread.run', created_at: run.at, thread_id: threadId },
      ...{ assistant_id: fakeAssistant.id, status: run.status, last_error: run.lastError ?? null },
      required_action: isWaiting
        ? { type: 'submit_tool_outputs', submit_tool_outputs: { tool_calls: calls } }
        : null,
      expires_at: hasEnded ? null : expiresAt,
      incomplete_details: run.reason === undefined ? null : { reason: run.reason },
      usage: hasEnded ? { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 } : null,
    }
  }

  const describeMessage = (message: FakeMessage, status: string) => ({
    ...{ id: message.id, object: 'thread.message', created_at: message.at, role: message.role },
    ...{ run_id: message.runId, status },
    content: [
      { type: 'text', text: { value: message.text, annotations: message.annotations } },
      ...(message.imageFileId === undefined
        ? []
        : [{ type: 'image_file', image_file: { file_id: message.imageFileId } }]),
    ],
  })

  /** Does the next stretch of a run: adds its message, and sets how it ends. */
  function perform(thread: FakeThread, run: FakeRun): FakeMessage | undefined {
    const { text, annotations = [], calls = [], imageFileId, ...step } = run.next
    run.calls = calls
    run.status = step.status ?? (calls.length > 0 ? 'requires_action' : 'completed')
    run.lastError = step.lastError
    run.reason = step.reason
    if (text === undefined) return undefined
    const message = {
      ...toMessage({ role: 'assistant', content: text }, run.id),
      ...{ annotations: annotations.map((one) => withIndices(text, one)), imageFileId },
    }
    thread.messages.push(message)
    return message
  }

  async function answer(
    thread: FakeThread,
    run: FakeRun,
    isStream: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const { ending, looks = 0 } = run.next
    run.looks = looks
    if (!isStream || ending === 'plain') {
      run.status = 'queued'
      sendJson(response, 200, describeRun(run, thread.id))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (event: string, data: unknown) =>
      write(response, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    run.status = 'in_progress'
    await send('thread.run.created', { ...describeRun(run, thread.id), status: 'queued' })
    await send('thread.run.in_progress', describeRun(run, thread.id))
    if (ending === 'hang') return
    if (ending === 'cut') {
      const begun = run.next.text ?? ''
      const piece = { index: 0, type: 'text', text: { value: begun.slice(0, 4), annotations: [] } }
      // The message has the id that it will be stored with.
      const object = 'thread.message.delta'
      const id = `msg_${String(lastId + 1)}`
      if (begun !== '') await send(object, { id, object, delta: { content: [piece] } })
      response.end()
      return
    }
    const message = perform(thread, run)
    if (message) await sendMessage(message, send)
    await send(`thread.run.${run.status}`, describeRun(run, thread.id))
    response.end('event: done\ndata: [DONE]\n\n')
  }

  async function sendMessage(
    message: FakeMessage,
    send: (event: string, data: unknown) => Promise<void>,
  ): Promise<void> {
    await send('thread.message.created', {
      ...describeMessage(message, 'in_progress'),
      content: [],
    })
    const object = 'thread.message.delta'
    const sent = new Set<object>()
    let value = ''
    for (const piece of tokensOf(message.text).flatMap(piecesOf)) {
      value += piece
      const annotations = (message.annotations as { text: string }[])
        .map((one, index) => ({ ...one, index }))
        .filter(({ text, index }) => {
          const one = message.annotations[index] ?? {}
          if (sent.has(one) || !value.includes(text)) return false
          sent.add(one)
          return true
        })
      const text = { value: piece, ...(annotations.length > 0 && { annotations }) }
      await send(object, {
        ...{ id: message.id, object },
        delta: { content: [{ index: 0, type: 'text', text }] },
      })
    }
    await send('thread.message.completed', describeMessage(message, 'completed'))
  }

  function startRun(thread: FakeThread, body: Record<string, unknown>): FakeRun {
    const question = thread.messages.findLast(({ role }) => role === 'user')?.text ?? ''
    const run: FakeRun = {
      ...{ id: newId('run'), status: 'queued', calls: [], outputs: [], body, looks: 0 },
      ...{ next: {}, at: lastId },
    }
    run.next = script(question, [], run)
    thread.runs.push(run)
    runs.push(run)
    return run
  }

  async function routes(seen: SeenRequest, response: ServerResponse): Promise<boolean> {
    const path = seen.path.replace(/^\/v1/, '')
    if (/^\/files\/[^/]+/.test(path) && seen.method === 'GET') {
      sendFile(path, response)
      return true
    }
    if (!/^\/(?:assistants|threads)(?:\/|$)/.test(path)) return false
    if (seen.headers['openai-beta'] !== 'assistants=v2') {
      violations.push(`${path} without the header of assistants`)
      refuse(response, 400, "You must provide the 'OpenAI-Beta' header")
      return true
    }
    const at = faults.findIndex((fault) => `${seen.method} ${path}`.startsWith(fault.at))
    const [fault] = at < 0 ? [] : faults.splice(at, 1)
    if (fault && fault.how !== 'lost') {
      refuse(response, fault.how.status, fault.how.message)
      return true
    }
    await handle(seen, path, response, fault !== undefined)
    return true
  }

  async function handle(
    seen: SeenRequest,
    path: string,
    response: ServerResponse,
    isLost: boolean,
  ): Promise<void> {
    const [, kind = '', id = '', part = '', runId = '', action = ''] = path.split('/')
    const body = (seen.body || {}) as Record<string, unknown>
    const reply = (value: unknown): void => {
      if (isLost) response.destroy()
      else sendJson(response, 200, value)
    }
    const signature = `${seen.method} ${kind}${part && `/${part}`}${runId && '/run'}${action && `/${action}`}`
    if (kind === 'assistants') {
      if (id === '') return reply({ object: 'list', data: [fakeAssistant], has_more: false })
      if (id === fakeAssistant.id) return reply(fakeAssistant)
      return refuse(response, 404, `No assistant found with id '${id}'.`)
    }
    if (signature === 'POST threads' && id === '') {
      if (!check('CreateThreadRequest', body, response)) return
      const thread: FakeThread = { id: newId('thread'), messages: [], runs: [] }
      threads.set(thread.id, thread)
      for (const one of (body['messages'] ?? []) as never[]) addMessage(thread, one)
      return reply({ id: thread.id, object: 'thread', created_at: 1 })
    }
    const thread = threads.get(id)
    if (!thread) return refuse(response, 404, `No thread found with id '${id}'.`)
    const run = thread.runs.find((one) => one.id === runId)
    const isBusy = thread.runs.some(({ status }) => active.has(status))
    switch (signature) {
      case 'DELETE threads':
        threads.delete(id)
        return reply({ id, object: 'thread.deleted', deleted: true })
      case 'POST threads/messages':
        if (!check('CreateMessageRequest', body, response)) return
        if (isBusy)
          return refuse(response, 400, `Can't add messages to ${id} while a run is active.`)
        return reply(describeMessage(addMessage(thread, body as never), 'completed'))
      case 'GET threads/messages': {
        const wanted = seen.query.get('run_id')
        const listed = thread.messages.filter((one) => wanted === null || one.runId === wanted)
        const data = listed.map((one) => describeMessage(one, 'completed'))
        if (seen.query.get('order') !== 'asc') data.reverse()
        return reply({ object: 'list', data, has_more: false })
      }
      case 'GET threads/runs': {
        const data = thread.runs.map((one) => describeRun(one, id)).reverse()
        return reply({ object: 'list', data, has_more: false })
      }
      case 'POST threads/runs': {
        if (!check('CreateRunRequest', body, response)) return
        if (isBusy) return refuse(response, 400, `Thread ${id} already has an active run.`)
        const started = startRun(thread, body)
        if (isLost) return reply(undefined)
        return answer(thread, started, body['stream'] === true, response)
      }
    }
    if (!run) return refuse(response, 404, `No run found with id '${runId}'.`)
    switch (signature) {
      case 'GET threads/runs/run':
        if (run.status === 'in_progress' || run.status === 'queued') {
          if (run.looks > 0) run.looks -= 1
          else perform(thread, run)
        }
        response.setHeader('openai-poll-after-ms', '1234')
        return reply(describeRun(run, id))
      case 'POST threads/runs/run/cancel':
        if (!active.has(run.status)) return refuse(response, 400, `Cannot cancel a run that ended`)
        run.status = 'cancelled'
        return reply(describeRun(run, id))
      case 'POST threads/runs/run/submit_tool_outputs': {
        if (!check('SubmitToolOutputsRunRequest', body, response)) return
        const outputs = body['tool_outputs'] as { tool_call_id: string; output: string }[]
        const given = new Set(outputs.map((one) => one.tool_call_id))
        if (run.status !== 'requires_action' || !run.calls.every((call) => given.has(call.id))) {
          return refuse(response, 400, 'Expected tool outputs for all calls of a run that waits.')
        }
        run.outputs = outputs.map(({ output }) => output)
        run.next = script('', run.outputs, run)
        return answer(thread, run, body['stream'] === true, response)
      }
    }
    refuse(response, 404, `Unknown request URL: ${signature}`)
  }

  function sendFile(path: string, response: ServerResponse): void {
    const [, , id = '', part] = path.split('/')
    const file = files.get(id)
    if (!file) return refuse(response, 404, `No such File object: ${id}`)
    if (part === undefined) return sendJson(response, 200, { id, filename: file.name })
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(file.bytes)
  }

  return {
    ...{ violations, threads, runs, files, routes },
    script: (next) => (script = next),
    fail: (at, how) => void faults.push({ at, how }),
    expireAt: (seconds) => (expiresAt = seconds),
    expire: () =>
      runs.filter(({ status }) => active.has(status)).forEach((run) => (run.status = 'expired')),
  }
}

function withIndices(text: string, annotation: { text: string }): object {
  const start = text.indexOf(annotation.text)
  return { ...annotation, start_index: start, end_index: start + annotation.text.length }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { message, type: 'invalid_request_error', param: null, code: null }
  sendJson(response, status, { error })
}
