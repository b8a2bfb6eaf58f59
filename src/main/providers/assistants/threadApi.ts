import type OpenAI from 'openai'
import type { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { readBytes } from '../transport/byteStream.ts'
import { maxWholeAnswerBytes, shortAnswer } from '../transport/answerLimits.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import {
  assistantSchema,
  fileNameSchema,
  idSchema,
  messageSchema,
  pageSchema,
  runSchema,
} from './runObjects.ts'
import type { Assistant, Run, ThreadMessage } from './runObjects.ts'
import type { ThreadEntry } from './threadEntries.ts'

const headers = { 'OpenAI-Beta': 'assistants=v2' } as const
const pollAfterHeader = 'openai-poll-after-ms'
const defaultPollMs = 5000
const maxPollMs = 60_000
/** Pages of a list that are read: 1,000 entries. */
const maxPages = 10
const pageLength = 100

/** The requests of the Assistants API. Each is sent once, and throws what the client throws. */
export type ThreadApi = ReturnType<typeof createThreadApi>

export function createThreadApi(client: OpenAI, signal: AbortSignal) {
  const options = { signal, headers, timeout: shortAnswer.idleMilliseconds }

  function get(path: string, query: Record<string, string> = {}): Promise<Response> {
    return client.get(path, { ...options, query }).asResponse()
  }

  function post(path: string, body: object): Promise<Response> {
    return client.post(path, { ...options, body }).asResponse()
  }

  async function read<Schema extends z.ZodType>(
    response: Response,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const json = await readJson(response, { ...shortAnswer, signal })
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed.data
    throw new AppError('malformedAnswer', 'The answer about assistants has an unknown shape')
  }

  async function list<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
    pages = maxPages,
  ): Promise<z.infer<Schema>[]> {
    const entries: z.infer<Schema>[] = []
    let after: string | null = null
    for (let page = 0; page < pages; page += 1) {
      const start: Record<string, string> = after === null ? {} : { after }
      const limits = { limit: String(pageLength), ...query, ...start }
      const {
        data,
        has_more: hasMore,
        last_id: last,
      } = await read(await get(path, limits), pageSchema)
      for (const one of data) {
        const parsed = schema.safeParse(one)
        if (parsed.success) entries.push(parsed.data)
      }
      if (!hasMore || !last || last === after) break
      after = last
    }
    return entries
  }

  /** Starts or goes on with a run, as a stream. Its answer may take as long as a model's. */
  function stream(path: string, body: object): Promise<Response> {
    return client.post(path, { signal, headers, body: { ...body, stream: true } }).asResponse()
  }

  return {
    listAssistants: (): Promise<Assistant[]> =>
      list('/assistants', { order: 'desc' }, assistantSchema),
    findAssistant: async (id: string): Promise<Assistant> =>
      read(await get(`/assistants/${encodeURIComponent(id)}`), assistantSchema),
    createThread: async (entries: readonly ThreadEntry[]): Promise<string> =>
      (await read(await post('/threads', { messages: entries.map(toMessage) }), idSchema)).id,
    addMessage: async (threadId: string, entry: ThreadEntry): Promise<void> =>
      void (await read(await post(pathTo(threadId, 'messages'), toMessage(entry)), idSchema)),
    startRun: (threadId: string, body: object): Promise<Response> =>
      stream(pathTo(threadId, 'runs'), body),
    submitOutputs: (threadId: string, runId: string, outputs: object[]): Promise<Response> =>
      stream(pathTo(threadId, 'runs', runId, 'submit_tool_outputs'), { tool_outputs: outputs }),
    /** Returns the run, and how long to wait before the next look. */
    findRun: async (threadId: string, runId: string): Promise<{ run: Run; pollMs: number }> => {
      const response = await get(pathTo(threadId, 'runs', runId))
      return { run: await read(response, runSchema), pollMs: readPollMs(response.headers) }
    },
    /** Returns the newest run of a thread; undefined if it has none. */
    newestRun: async (threadId: string): Promise<Run | undefined> => {
      const runs = await list(pathTo(threadId, 'runs'), { order: 'desc' }, runSchema, 1)
      return runs.sort((one, other) => other.created_at - one.created_at)[0]
    },
    /** Returns the messages of a run, the oldest first. */
    messagesOf: async (threadId: string, runId: string): Promise<ThreadMessage[]> => {
      const query = { order: 'asc', run_id: runId }
      const messages = await list(pathTo(threadId, 'messages'), query, messageSchema)
      return messages
        .filter((message) => message.role === 'assistant' && message.run_id === runId)
        .sort((one, other) => one.created_at - other.created_at)
    },
    cancelRun: (threadId: string, runId: string): Promise<Response> =>
      post(pathTo(threadId, 'runs', runId, 'cancel'), {}),
    removeThread: async (threadId: string): Promise<void> => {
      const { body } = await client.delete(pathTo(threadId), options).asResponse()
      // Its words don't matter, and unread it would keep the connection.
      await body?.cancel()
    },
    /** Returns the name of a file. */
    nameFile: async (fileId: string): Promise<string | null> => {
      const json = await readJson(await get(filePath(fileId)), { ...shortAnswer, signal })
      return fileNameSchema.safeParse(json).data ?? null
    },
    readFile: async (fileId: string): Promise<{ bytes: Uint8Array; mediaType: string }> => {
      const { body, headers: said } = await get(`${filePath(fileId)}/content`)
      const idle = () => shortAnswer.idleMilliseconds
      const pieces: Uint8Array[] = []
      let size = 0
      for await (const piece of readBytes(body, { idleMilliseconds: idle, signal })) {
        size += piece.byteLength
        if (size > maxWholeAnswerBytes)
          throw new AppError('malformedAnswer', 'The file is too large')
        pieces.push(piece)
      }
      const mediaType = said.get('content-type')?.split(';')[0] ?? ''
      return { bytes: Buffer.concat(pieces), mediaType: mediaType || 'application/octet-stream' }
    },
  }
}

function pathTo(...segments: string[]): string {
  const [threadId = '', ...rest] = segments.map((segment) => encodeURIComponent(segment))
  return ['/threads', threadId, ...rest].join('/')
}

function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`
}

function toMessage({ role, retold }: ThreadEntry): { role: string; content: string } {
  return { role, content: retold }
}

/** Reads how long the service wants Parley to wait, as OpenAI's own client does. */
function readPollMs(headers: Headers): number {
  const asked = Number(headers.get(pollAfterHeader) ?? Number.NaN)
  return asked > 0 ? Math.min(asked, maxPollMs) : defaultPollMs
}
