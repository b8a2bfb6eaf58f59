import type { RowNotice } from '../../../shared/batches/batches.ts'
import { costOf } from '../../../shared/chat/costOf.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { fitsShape, type AnswerShape } from '../answers/answerShape.ts'
import { addText } from '../../providers/answer/addText.ts'
import { hasAnswered, wasRefused } from '../../providers/errors/wasRefused.ts'
import type { Provider } from '../../providers/provider.ts'
import type { FinishReason, ReplyEvent, ReplyRequest, Turn } from '../../providers/reply.ts'
import type { Outcome, RowUsage } from '../rowTable.ts'

/** A longer answer is cut off, and the row says so. */
const maxAnswerLength = 2_000_000
/** So much of a refusal stands in the row's error; its answer keeps all. */
const maxRefusalLength = 500

export interface RowRequest {
  provider: Provider
  model: Model
  system: string
  prompt: string
  /** The columns that the answer has to give; null for a text. */
  shape: AnswerShape | null
}

/** Sends the request of a row once. Never fails: the outcome says what became of it. */
export async function sendRow(row: RowRequest, signal: AbortSignal): Promise<Outcome> {
  const answer = emptyAnswer()
  let hasBegun = false
  try {
    for await (const event of row.provider.reply(toRequest(row), signal)) {
      hasBegun ||= event.type !== 'waiting'
      addEvent(answer, event)
      if (answer.isCut) break
    }
    return ended(answer, row)
  } catch (error) {
    return broken(error, hasBegun, answer, row)
  }
}

interface Answer {
  text: string
  usage: Usage | undefined
  finish: Extract<ReplyEvent, { type: 'finish' }> | undefined
  isCut: boolean
}

/** Returns the outcome of a row whose answer has come as a whole. */
export function toOutcome(
  events: Iterable<ReplyEvent>,
  row: Pick<RowRequest, 'model' | 'shape'>,
): Outcome {
  const answer = emptyAnswer()
  for (const event of events) addEvent(answer, event)
  return ended(answer, row)
}

function emptyAnswer(): Answer {
  return { text: '', usage: undefined, finish: undefined, isCut: false }
}

function addEvent(answer: Answer, event: ReplyEvent): void {
  answer.text = addText(answer.text, event)
  if (event.type === 'usage') answer.usage = event.usage
  if (event.type === 'finish') answer.finish = event
  answer.isCut = answer.text.length > maxAnswerLength
}

/** Returns the request of a row. */
export function toRequest({
  model,
  system,
  prompt,
  shape,
}: Omit<RowRequest, 'provider'>): ReplyRequest {
  const turn = (role: Turn['role'], text: string): Turn => ({
    role,
    parts: [{ type: 'text', text: text.toWellFormed() }],
  })
  return {
    modelId: model.modelId,
    model,
    once: true,
    ...(shape && { answerFormat: shape.format }),
    turns: [...(system.trim() === '' ? [] : [turn('system', system)]), turn('user', prompt)],
  }
}

function ended(
  { text, usage, finish, isCut }: Answer,
  row: Pick<RowRequest, 'model' | 'shape'>,
): Outcome {
  const answer = isCut ? text.slice(0, maxAnswerLength).toWellFormed() : text
  const paid = usageOf(usage, row)
  const said = finish?.refused ? answer.slice(0, maxRefusalLength).toWellFormed() : undefined
  const details = { model: row.model.name, answer: finish?.explanation ?? said }
  if (finish?.reason === 'contentFilter' || finish?.refused) {
    const error = new AppError('contentFiltered', 'The model refused to answer', details)
    return { state: 'failed', answer, error, usage: paid }
  }
  if (answer.trim() === '') {
    const error = new AppError('answerEmpty', 'The model answered without any text', details)
    return { state: 'failed', answer, error, usage: paid }
  }
  const notice = isCut ? 'length' : noticeOf(finish?.reason)
  const isMismatch = row.shape !== null && !fitsShape(row.shape, answer)
  return { state: 'done', answer, notice: notice ?? (isMismatch ? 'mismatch' : null), usage: paid }
}

function noticeOf(reason: FinishReason | undefined): RowNotice | null {
  if (reason === 'stop') return null
  return reason === 'length' ? 'length' : 'unfinished'
}

/** After these nobody knows the rest of the answer. */
const breaks: ReadonlySet<ErrorCode> = new Set([
  'aborted',
  'connectionFailed',
  'internal',
  'streamBroken',
  'timeout',
])

function broken(thrown: unknown, hasBegun: boolean, answer: Answer, row: RowRequest): Outcome {
  const error =
    thrown instanceof AppError
      ? thrown
      : new AppError('internal', 'The answer could not be read', {}, thrown)
  const { answered } = error.details
  if (!hasBegun && answered === undefined && (wasRefused(error) || isBusy(error))) {
    return { state: 'waiting', error }
  }
  const isKnown = !breaks.has(error.code) && (answered !== undefined || hasAnswered(error))
  const state = isKnown ? ('failed' as const) : ('unknown' as const)
  return { state, answer: answer.text, error, usage: usageOf(answer.usage, row) }
}

/** Returns true if the service itself says that it takes no request for now. */
export function isBusy({ code, details }: AppError): boolean {
  const { status, retryAfterSeconds = 0 } = details
  return status === 429 || code === 'modelLoading' || (status === 503 && retryAfterSeconds > 0)
}

function usageOf(
  usage: Usage | undefined,
  { model: { price } }: Pick<RowRequest, 'model'>,
): RowUsage | null {
  if (!usage) return null
  const { inputTokens, outputTokens } = usage
  return { inputTokens, outputTokens, dollars: price ? costOf(usage, price) : null }
}
