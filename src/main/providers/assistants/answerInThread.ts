import { wasRefused } from '../errors/wasRefused.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import type { ReplyEvent, ReplyRequest } from '../reply.ts'
import type { ToolAttempt } from '../toolSchemas/toolRefusals.ts'
import { asGone } from './assistantsGone.ts'
import { followRun, type Following, type Started } from './followRun.ts'
import { isActive, listCalls, type Run } from './runObjects.ts'
import { hashEntries, readEntries, withAnswer, type ThreadEntries } from './threadEntries.ts'
import type { KnownThread } from './threadRecord.ts'

/** The thread of the chat that is answered. */
interface ChatThread {
  find: () => KnownThread | undefined
  note: (threadId: string) => void
  save: (thread: KnownThread) => void
  forget: () => void
}

export interface Answering extends Omit<Following, 'start' | 'said' | 'onRun'> {
  assistantId: string
  request: ReplyRequest
  tools: ToolAttempt
  record: ChatThread
}

/** The most messages that a thread is made with; more are added one by one. */
const maxFirstMessages = 32

/**
 * Answers in the chat's thread. A run that was lost or left is gone on with; a thread that does not
 * hold the chat as Parley has it is replaced by a new one.
 */
export async function* answerInThread(answering: Answering): AsyncGenerator<ReplyEvent> {
  const { request, record } = answering
  const said = await readEntries(request)
  const open = await findOpenRun(answering)
  const known = record.find()
  if (open && known) {
    const isAnswered = hasResults(request) && said.entries.at(-1)?.role === 'assistant'
    const outputs = isAnswered ? matchOutputs(open, said) : undefined
    // One that ended while the user decided on a call is shown as it ended.
    const hasEnded = isAnswered && !isActive(open) && open.status !== 'requires_action'
    if (outputs || hasEnded || (isSame(known, said) && !hasFailed(open))) {
      yield* follow(answering, said, known, { run: open, ...(outputs && { outputs }) })
      return
    }
    record.forget()
    if (isActive(open) || open.status === 'requires_action') await cancel(answering, known, open)
  }
  yield* startRun(answering, said)
}

/** Returns the run that Parley has not seen end; undefined if there is none. */
async function findOpenRun({
  api,
  record,
  toFailure,
  signal,
}: Answering): Promise<Run | undefined> {
  const known = record.find()
  if (!known?.openRun) return undefined
  const { threadId, openRun, lastRunId } = known
  try {
    if (openRun.id !== null) return (await api.findRun(threadId, openRun.id)).run
    const newest = await api.newestRun(threadId)
    if (newest && newest.id !== lastRunId) return newest
    record.save({ ...known, openRun: null })
  } catch (error) {
    throwIfAborted(signal)
    const failure = await toFailure(error)
    if (failure.details.status !== 404) throw failure
    // The service has lost the thread or the run.
    record.forget()
  }
  return undefined
}

/** Returns the outputs of all calls that the run waits for; undefined if one is missing. */
function matchOutputs(run: Run, { results }: ThreadEntries): object[] | undefined {
  const calls = listCalls(run)
  if (calls.length === 0 || !calls.every(({ id }) => results.has(id))) return undefined
  return calls.map(({ id }) => ({ tool_call_id: id, output: results.get(id) }))
}

function isSame({ held }: KnownThread, { entries }: ThreadEntries): boolean {
  return JSON.stringify(held) === JSON.stringify(hashEntries(entries))
}

/** Tells whether the request brings the results of calls. */
function hasResults({ turns }: ReplyRequest): boolean {
  return turns.at(-1)?.parts.some(({ type }) => type === 'toolResult') ?? false
}

/** Tells whether a run has ended without an answer, or is about to. */
function hasFailed({ status }: Run): boolean {
  return ['cancelling', 'cancelled', 'failed', 'expired'].includes(status)
}

async function cancel({ api }: Answering, { threadId }: KnownThread, run: Run): Promise<void> {
  await api.cancelRun(threadId, run.id).catch(() => undefined)
}

/** Starts a run, once more in a new thread if the service has lost the known one. */
async function* startRun(answering: Answering, said: ThreadEntries): AsyncGenerator<ReplyEvent> {
  const { record, tools, toFailure, signal } = answering
  let isKept = record.find() !== undefined
  for (;;) {
    try {
      const body = await runBody(answering, said)
      yield* follow(answering, said, await openThread(answering, said), { body })
      return
    } catch (error) {
      throwIfAborted(signal)
      const failure = await toFailure(error)
      if (failure.details.answered !== undefined) throw failure
      if (tools.refuse(failure)) continue
      if (!isKept || failure.details.status !== 404) throw asGone(failure)
      isKept = false
      record.forget()
    }
  }
}

/** Returns a thread that holds the chat: the known one with what it lacks, or a new one. */
async function openThread(
  { api, record }: Answering,
  { entries }: ThreadEntries,
): Promise<KnownThread> {
  const held = hashEntries(entries)
  const known = record.find()
  const holdsBeginning = known?.held.every((hash, index) => hash === held[index]) ?? false
  // Nobody knows whether a message without an answer is in the thread: it would not be used again.
  record.forget()
  if (known && holdsBeginning) {
    for (const entry of entries.slice(known.held.length)) {
      await api.addMessage(known.threadId, entry)
    }
    return { ...known, held }
  }
  const told = entries.filter(({ retold }) => retold !== '')
  const threadId = await api.createThread(told.slice(0, maxFirstMessages))
  record.note(threadId)
  for (const entry of told.slice(maxFirstMessages)) await api.addMessage(threadId, entry)
  return { threadId, held, lastRunId: null, openRun: null }
}

async function runBody(
  { api, assistantId, request, tools }: Answering,
  { instructions }: ThreadEntries,
): Promise<object> {
  const { answerFormat, outputTokensMaximum, parallelTools, temperature, topP } = request
  const offered = tools.request().tools ?? []
  return {
    assistant_id: assistantId,
    ...(instructions !== '' && { additional_instructions: instructions }),
    ...(outputTokensMaximum !== undefined && { max_completion_tokens: outputTokensMaximum }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(answerFormat && {
      response_format: { type: 'json_schema', json_schema: { ...answerFormat, strict: true } },
    }),
    // Tools of a run replace those of the assistant.
    ...(offered.length > 0 && {
      tools: joinTools((await api.findAssistant(assistantId)).tools ?? [], offered),
      ...(parallelTools === false && { parallel_tool_calls: false }),
    }),
  }
}

function joinTools(
  own: readonly { type: string; function?: unknown }[],
  offered: NonNullable<ReplyRequest['tools']>,
): object[] {
  const added = offered.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  const names = new Set(offered.map(({ name }) => name))
  const others = own.filter(({ function: called }) => {
    const name = typeof called === 'object' && called && 'name' in called ? called.name : undefined
    return typeof name !== 'string' || !names.has(name)
  })
  return [...others, ...added]
}

/** A new run, or one that is gone on with: with the outputs of its calls, if it waits for them. */
type Start = { body: object } | { run: Run; outputs?: object[] }

/** Follows a run to its end, and notes what Parley has to know if it is cut off on the way. */
async function* follow(
  answering: Answering,
  said: ThreadEntries,
  known: KnownThread,
  start: Start,
): AsyncGenerator<ReplyEvent> {
  const { record } = answering
  let run = 'run' in start ? start.run : undefined
  let text = ''
  record.save({ ...known, openRun: { id: run?.id ?? null } })
  const following: Following = {
    ...answering,
    said: said.entries.at(-1)?.role === 'assistant' ? (said.entries.at(-1)?.text ?? '') : '',
    start: () => begin(answering, said, known, start),
    onRun(next) {
      if (next.id !== run?.id) record.save({ ...known, openRun: { id: next.id } })
      run = next
    },
  }
  try {
    for await (const event of followRun(known.threadId, following)) {
      if (event.type === 'text') text += event.text
      if (event.type === 'finish' && event.reason !== 'toolCalls') {
        const held = hashEntries(withAnswer(said.entries, text))
        record.save({
          threadId: known.threadId,
          held,
          lastRunId: run?.id ?? null,
          openRun: null,
        })
      }
      yield event
    }
  } catch (error) {
    if (run && hasFailed(run)) record.forget()
    throw error
  }
}

async function begin(
  { api, tools, record, toFailure, signal }: Answering,
  { warnings }: ThreadEntries,
  known: KnownThread,
  start: Start,
): Promise<Started> {
  if ('run' in start) {
    const { run, outputs } = start
    if (!outputs) return { run }
    return { response: await api.submitOutputs(known.threadId, run.id, outputs), warnings }
  }
  try {
    const response = await api.startRun(known.threadId, start.body)
    return { response, warnings: [...warnings, ...tools.accept()] }
  } catch (error) {
    throwIfAborted(signal)
    const failure = await toFailure(error)
    // A run that was refused does not exist.
    if (wasRefused(failure)) record.save({ ...known, openRun: null })
    throw failure
  }
}
