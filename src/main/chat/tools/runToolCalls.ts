import type { ArgumentsProblem } from '../../../shared/plugins/canonicalArguments.ts'
import type { ReplyFrame } from '../../../shared/chat/chat.ts'
import type { ToolCallPart, ToolProgress, ToolResultPart } from '../../../shared/chat/parts.ts'
import { checkInput } from '../../tools/checkInput.ts'
import { keepResult, type StoreFile } from '../../tools/keepResult.ts'
import { failedResult, runTool } from '../../tools/runTool.ts'
import type { CallCourse, ToolResult } from '../../tools/tool.ts'
import { admitToolCall, contextOf, type AdmitOptions } from './admitToolCall.ts'
import { findTool, type FoundTool } from './findTool.ts'
import { sourceOf } from './dataFlow.ts'
import { createNewsBoard } from './newsBoard.ts'
import { isAwaited } from './toolCallStates.ts'
import { brokenOff, notRun, openToolCalls } from '../history/messageParts.ts'
import type { RunningReply } from '../reply/runningReply.ts'

export interface RunToolCallsOptions extends AdmitOptions {
  storeFile: StoreFile
  now: () => number
}

/** The decision about a call before any call runs. */
type Verdict = ToolProgress | ToolResultPart | undefined

/**
 * Runs the open calls as far as possible without the user, and yields the frames to show. New calls
 * are those that the model has just asked for; any other call without a state was cut off and does
 * not run.
 */
export async function* runToolCalls(
  reply: RunningReply,
  isNew: boolean,
  options: RunToolCallsOptions,
): AsyncGenerator<ReplyFrame> {
  for (const call of openToolCalls(reply.parts())) {
    const verdict = await reply.until(judge(call, isNew, reply, options))
    if (verdict) yield* reply.accept(verdict)
    if (reply.settled()) return
  }
  for (const batch of batchesOf(openToolCalls(reply.parts()))) {
    yield* admitAgain(reply, batch, options)
    if (reply.settled()) return
    const current = openToolCalls(reply.parts()).filter(({ id }) => hasCall(batch, id))
    yield* runBatch(
      reply,
      current.filter(({ state }) => state === 'allowed'),
      options,
    )
    // Calls after a waiting one may depend on it.
    if (reply.settled() || current.some(isAwaited)) return
  }
}

function hasCall(calls: readonly ToolCallPart[], id: string): boolean {
  return calls.some((call) => call.id === id)
}

/**
 * Judges once more the calls about which the user was not asked: since then a permission may have
 * been taken back, an earlier call may have read something, or Parley was started again.
 */
async function* admitAgain(
  reply: RunningReply,
  calls: readonly ToolCallPart[],
  options: RunToolCallsOptions,
): AsyncGenerator<ReplyFrame> {
  for (const call of calls) {
    if (call.state !== 'allowed' || isDecided(call) || call.task) continue
    const verdict = await reply.until(admitToolCall(call, reply, options))
    if (reply.settled()) return
    if (!verdict || isSame(verdict, call)) continue
    yield* reply.accept(verdict)
  }
}

function isSame(verdict: ToolProgress | ToolResultPart, call: ToolCallPart): boolean {
  if (verdict.type !== 'toolProgress' || verdict.state !== call.state) return false
  return verdict.permission === call.permission && verdict.hash === call.hash
}

/** Tells whether the user has answered the question about this very call. */
function isDecided({ approval, permission }: ToolCallPart): boolean {
  return approval !== undefined && permission !== undefined
}

/** Tells whether a call of the answer waits for the user. */
export function hasQuestions(reply: RunningReply): boolean {
  return openToolCalls(reply.parts()).some(isAwaited)
}

async function judge(
  call: ToolCallPart,
  isNew: boolean,
  reply: RunningReply,
  options: RunToolCallsOptions,
): Promise<Verdict> {
  const { id, state, effect, task } = call
  switch (state) {
    case 'awaiting':
    case 'allowed':
    case 'running':
      return undefined
    case 'denied':
      noteDenied(call, options)
      return { type: 'toolResult', id, text: 'The user did not allow this call.', failed: true }
    case 'interrupted':
      // The result of a task is fetched: that calls nothing again.
      return effect === 'read' || task
        ? { type: 'toolProgress', id, state: 'allowed' }
        : brokenOff(id)
    case undefined:
      return isNew ? admitToolCall(call, reply, options) : notRun(id)
  }
}

/**
 * Groups neighbouring reads, which run in parallel; every other call runs alone, so that nothing
 * overtakes it.
 */
function batchesOf(calls: readonly ToolCallPart[]): ToolCallPart[][] {
  const batches: ToolCallPart[][] = []
  let isReading = false
  for (const call of calls) {
    const reads = call.effect === 'read'
    if (reads && isReading) batches.at(-1)?.push(call)
    else batches.push([call])
    isReading = reads
  }
  return batches
}

async function* runBatch(
  reply: RunningReply,
  calls: readonly ToolCallPart[],
  options: RunToolCallsOptions,
): AsyncGenerator<ReplyFrame> {
  if (calls.length === 0) return
  const begun = begin(reply, calls, options.now())
  const board = createNewsBoard()
  const running = new Map(
    calls.map((call) => {
      const course = courseOf(call, reply, (news) => board.tell(call.id, news))
      const ended = runCall(call, reply, course, options).then((result) => ({ call, result }))
      return [call, ended]
    }),
  )
  yield* begun
  let news = board.next()
  while (running.size > 0 && !reply.settled()) {
    const ended = await reply.until(Promise.race([...running.values(), news]))
    if (!ended) return
    if (Array.isArray(ended)) {
      yield* ended
      news = board.next()
      continue
    }
    running.delete(ended.call)
    yield* reply.accept(ended.result)
  }
}

/** Commits that the calls are running before they run, so that a crash repeats none. */
function begin(reply: RunningReply, calls: readonly ToolCallPart[], startedAt: number) {
  const frames = calls.flatMap(({ id }) =>
    reply.accept({ type: 'toolProgress', id, state: 'running', startedAt }),
  )
  try {
    reply.commit()
  } catch (error) {
    for (const { id } of calls) reply.accept({ type: 'toolProgress', id, state: 'allowed' })
    throw error
  }
  return frames
}

function courseOf(
  { id, task }: ToolCallPart,
  reply: RunningReply,
  onNews: CallCourse['onNews'],
): CallCourse {
  return {
    onNews,
    keepTask(kept) {
      if (reply.settled()) return
      reply.accept({ type: 'toolProgress', id, task: kept })
      reply.commit()
    },
    isLeft: () => reply.settled()?.status === 'interrupted',
    ...(task && { task }),
  }
}

async function runCall(
  call: ToolCallPart,
  reply: RunningReply,
  course: CallCourse,
  options: RunToolCallsOptions,
): Promise<ToolResultPart> {
  const startedAt = performance.now()
  const found = findTool(call, options.tools)
  const given = await runListed(call, found, reply, { ...options, course })
  const source = given.source ?? ('problem' in found ? undefined : sourceOf(found.tool))
  const result = await keepResult(
    source === undefined ? given : { ...given, source },
    options.storeFile,
  )
  const durationMilliseconds = Math.round(performance.now() - startedAt)
  return { type: 'toolResult', id: call.id, ...result, durationMilliseconds }
}

const changedTool = 'The tool has changed since this call was allowed. It was not run.'

/**
 * Runs a call with the current tool: since the question, the tool may be gone, be another one or
 * want other arguments.
 */
async function runListed(
  { id, hash }: ToolCallPart,
  found: FoundTool | ArgumentsProblem,
  reply: RunningReply,
  { course, ...options }: RunToolCallsOptions & { course: CallCourse },
): Promise<ToolResult> {
  if ('problem' in found) {
    const { problem, isAltered } = found
    return { ...failedResult(problem), ...(isAltered && { refusal: 'argumentsAltered' }) }
  }
  const { tool, input } = found
  if (hash !== tool.hash) return failedResult(changedTool)
  const problem = await checkInput(tool, input, reply.signal)
  if (problem !== null) return failedResult(problem)
  const context = { ...contextOf(id, found, reply, options), course }
  return runTool(tool, input, context, reply.signal)
}

function noteDenied(call: ToolCallPart, { tools }: RunToolCallsOptions): void {
  const found = findTool(call, tools)
  if (!('problem' in found)) found.tool.onDenied?.(found.argumentsText)
}
