import type { Usage } from '../../shared/chat/parts.ts'
import { maxModelRequests } from '../../shared/limits.ts'
import { answerRequest, callItem, outputItem, summaryPurpose } from './clientEvents.ts'
import type { FunctionCall, ServerEvent } from './serverEvent.ts'

/** The calls of one answer. */
export interface CallRound {
  calls: readonly FunctionCall[]
  /** The number of times in a row that the model has asked for tools, from 1. */
  round: number
  /** Tokens of the answer; null if unknown, or if the answer has a text that keeps them. */
  usage: Usage | null
}

export interface ToolCallsOptions {
  /** Runs the calls. Resolves to the results by the ids of the calls, once all have ended. */
  run: (round: CallRound) => Promise<ReadonlyMap<string, string>>
  /** Sends an event to the session that goes on. */
  send: (event: object) => void
  /** Called when `run` has failed: the calls have no results. */
  onFailed: (error: unknown) => void
  /** Called when another answer is asked for. */
  onRequest: () => void
}

/** The tool calls of a conversation, which may take several sessions. */
export interface ToolCalls {
  take: (event: ServerEvent) => void
  /** Tells whether a new session may take over now. Calls that still run go along. */
  mayMove: () => boolean
  /** Tells the session that has taken over about all calls that were not answered yet. */
  move: () => void
  /** Ends it: nothing more is sent. */
  stop: () => void
}

interface Called {
  call: FunctionCall
  /** The result that the session was sent; missing while the call runs. */
  output?: string
  /** True once the service has confirmed the result. */
  isConfirmed: boolean
}

const notRun = 'The answer was broken off. The call was not run.'
const noResult = 'The call has no result.'

/**
 * Runs the calls of each answer together, and asks for one answer after their last result. While the
 * user speaks, or another answer is being made, it waits: the next answer knows the results, too.
 */
export function createToolCalls({ run, send, onFailed, onRequest }: ToolCallsOptions): ToolCalls {
  /** The calls of answers that are still being made, by answer. */
  const growing = new Map<string, Map<string, FunctionCall>>()
  const finished = new Set<string>()
  /** The calls whose results are in no answer yet. */
  let unanswered: Called[] = []
  /** The answer that is being made. */
  let active: string | undefined
  let isUserSpeaking = false
  /** Whether results wait for an answer, and whether it was asked for. */
  let wantsAnswer = false
  let isRequested = false
  /** Whether the answer that is being made was begun after the results. */
  let knowsResults = false
  let rounds = 0
  let isStopped = false

  function collect({ responseId, calls }: ServerEvent): void {
    if (calls.length === 0 || finished.has(responseId)) return
    const known = growing.get(responseId) ?? new Map<string, FunctionCall>()
    growing.set(responseId, known)
    for (const call of calls) {
      if (call.id === '') {
        console.error('A tool call without an id can have no result', call.name)
        continue
      }
      // Some services name the function in one of the events only.
      known.set(call.id, { ...call, name: call.name || (known.get(call.id)?.name ?? '') })
    }
  }

  function begin({ responseId }: ServerEvent): void {
    active = responseId
    knowsResults = unanswered.every(
      ({ output, isConfirmed }) => isConfirmed || output === undefined,
    )
    if (isRequested || knowsResults) wantsAnswer = false
    isRequested = false
  }

  /** The service had begun an answer by itself just before the request. */
  function onRefused(): void {
    isRequested = false
    if (!knowsResults) wantsAnswer = true
    requestAnswer()
  }

  function finish(event: ServerEvent): void {
    const { responseId, status } = event
    if (finished.has(responseId)) return
    // Some services announce only the end.
    if (active !== responseId) begin(event)
    collect(event)
    finished.add(responseId)
    const calls = [...(growing.get(responseId)?.values() ?? [])]
    growing.delete(responseId)
    active = undefined
    if (!wantsAnswer) unanswered = unanswered.filter(({ output }) => output === undefined)
    if (calls.length > 0) {
      if (status === 'completed') void runAll(calls, event)
      // The service may keep the calls of a broken answer, and would wait for their results.
      else for (const { id } of calls) send(outputItem(id, notRun))
    }
    requestAnswer()
  }

  async function runAll(calls: readonly FunctionCall[], event: ServerEvent): Promise<void> {
    rounds += 1
    const called = calls.map((call): Called => ({ call, isConfirmed: false }))
    unanswered.push(...called)
    const isLast = rounds >= maxModelRequests
    try {
      const usage = event.hasMessage ? null : event.usage
      const results = await run({ calls, round: rounds, usage })
      if (isStopped) return
      for (const one of called) {
        one.output = results.get(one.call.id) ?? noResult
        send(outputItem(one.call.id, one.output))
      }
    } catch (error) {
      if (!isStopped) onFailed(error)
      return
    }
    // Else a model that asks for tools again and again would spend the user's money.
    if (!isLast) wantsAnswer = true
    requestAnswer()
  }

  function requestAnswer(): void {
    if (isStopped || !wantsAnswer || isRequested || isUserSpeaking || active !== undefined) return
    isRequested = true
    onRequest()
    send(answerRequest())
  }

  return {
    take(event) {
      const { type } = event
      if (isStopped || event.purpose === summaryPurpose) return
      switch (type) {
        case 'input_audio_buffer.speech_started':
          isUserSpeaking = true
          rounds = 0
          return
        case 'input_audio_buffer.speech_stopped':
          isUserSpeaking = false
          return requestAnswer()
        case 'response.created':
          return begin(event)
        case 'response.function_call_arguments.done':
        case 'response.output_item.done':
          return collect(event)
        case 'response.done':
          return finish(event)
        case 'conversation.item.added':
        case 'conversation.item.created':
          for (const one of unanswered) if (one.call.id === event.resultOf) one.isConfirmed = true
          return
        case 'error':
          if (isActiveError(event)) onRefused()
      }
    },
    mayMove: () => !wantsAnswer && active === undefined,
    move() {
      active = undefined
      isUserSpeaking = false
      isRequested = false
      for (const { call, output } of unanswered) {
        send(callItem(call))
        if (output !== undefined) send(outputItem(call.id, output))
      }
      requestAnswer()
    },
    stop() {
      isStopped = true
    },
  }
}

/** Azure may give a sentence without a code. */
function isActiveError({ errorCode, errorMessage }: ServerEvent): boolean {
  return /already_has_active_response|already has an active response/.test(
    `${errorCode} ${errorMessage}`,
  )
}
