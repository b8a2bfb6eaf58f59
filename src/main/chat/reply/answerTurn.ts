import type { MessageStatus, ReplyFrame } from '../../../shared/chat/chat.ts'
import { AppError, type WireError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { maxModelRequests, maxSubjectLength } from '../../../shared/limits.ts'
import type { Attachment, Warning } from '../../../shared/chat/parts.ts'
import { areBytesCut } from '../../pictures/files/isCut.ts'
import type { DescribeModel, Provider } from '../../providers/provider.ts'
import type { ReplyEvent, ReplyRequest, Turn } from '../../providers/reply.ts'
import type { BegunReply } from '../begin/startAnswer.ts'
import type { StoreFile } from '../../tools/keepResult.ts'
import type { FoundGrant, GrantedTool } from '../../tools/grants.ts'
import type { HostedTool, ToolBox, ToolInput } from '../../tools/tool.ts'
import { boundFiles } from '../turns/boundFiles.ts'
import type { ReadSource } from '../tools/dataFlow.ts'
import type { DocumentTexts } from '../turns/documentTexts.ts'
import { createFailingRounds } from '../tools/failingRounds.ts'
import { groundReply, groundTurns, type Grounded, type ReplyAsking } from './groundReply.ts'
import { offerFor } from '../tools/offerFor.ts'
import { offerHosted, type RequestTools } from '../tools/offerHosted.ts'
import { endsWithPage, openToolCalls } from '../history/messageParts.ts'
import { hasQuestions, runToolCalls } from '../tools/runToolCalls.ts'
import type { PaidRun } from '../../spending/budget.ts'
import type { RunningReply } from './runningReply.ts'
import { appendParts, withInstructions, type ReadFile } from '../turns/turns.ts'
import { requestExtras } from './requestExtras.ts'
import { requestFields, type RequestFieldsOptions } from './requestFields.ts'

type Finish = Extract<ReplyEvent, { type: 'finish' }>
type Picture = Extract<ReplyEvent, { type: 'image' }>
type PictureDraft = Extract<ReplyEvent, { type: 'pictureDraft' }>
type Counted = Extract<ReplyEvent, { type: 'usage' }>

export interface AnswerTurnOptions extends RequestFieldsOptions {
  tools: ToolBox
  describe?: DescribeModel
  /**
   * Returns the text that stands before a chat's messages; null for none. Errors:
   * instructionsUnreadable.
   */
  instructions?: (conversationId: string) => string | null
  /** Finds what answers rest on in the user's documents. */
  asking?: ReplyAsking
  /** Begins requests that the user's budget may hold back; by default nothing does. */
  beginPaid?: (model: ModelReference) => PaidRun
  readFile: ReadFile
  documents?: DocumentTexts | undefined
  /** Stores a picture or sound that the model or a tool made. Errors: diskFull. */
  storeFile: StoreFile
  /** Returns the user's permission that covers a call in a chat. */
  findGrant: (conversationId: string, tool: GrantedTool, input: ToolInput) => FoundGrant | undefined
  /** Returns what the branch up to a message has read. */
  earlierSources: (leafId: string | null) => Promise<readonly ReadSource[]>
  now: () => number
}

/**
 * Asks the model, and again with its tools' results, until it has finished or a call waits for the
 * user. Ends the reply as the model did. Throws what the provider throws.
 */
export async function* answerTurn(
  reply: RunningReply,
  begun: BegunReply,
  provider: Provider,
  options: AnswerTurnOptions,
  paid?: PaidRun,
): AsyncGenerator<ReplyFrame> {
  const { model } = begun
  const { conversationId, id: messageId, parentId } = reply.answer
  let earlier: Promise<readonly ReadSource[]> | undefined
  // First: without them, nothing is asked, searched or run.
  const instructions = options.instructions?.(conversationId) ?? null
  const scope = { conversationId, model }
  const [offered, grounded] =
    (await reply.until(
      Promise.all([
        offerFor(scope, reply.signal, options),
        groundReply(reply, begun, options.asking),
      ]),
    )) ?? []
  if (!offered) return
  for (const warning of grounded?.warnings ?? []) yield* reply.accept({ type: 'warning', warning })
  const callOptions = {
    ...options,
    tools: offered.callable,
    context: { ...scope, messageId },
    findGrant: (tool: GrantedTool, input: ToolInput) =>
      options.findGrant(conversationId, tool, input),
    earlierSources: async () => [
      ...(await (earlier ??= options.earlierSources(parentId))),
      ...(grounded?.read() ?? []),
    ],
    // Four models that change the same thing would do so one after the other, unseen.
    asksToWrite: reply.answer.columns !== undefined,
  }
  const waits = { status: 'awaiting' as const, error: null }
  if (begun.next !== 'model') {
    const isNew = begun.next === 'question'
    yield* runToolCalls(reply, isNew, { ...callOptions, mustAsk: isNew })
    if (hasQuestions(reply)) return reply.settle(waits)
    if (endsWithPage(reply.parts())) return reply.settle({ status: 'complete', error: null })
  }
  const repeatsFailures = createFailingRounds(offered.callable)
  for (let asked = 1; !reply.settled(); asked += 1) {
    const offer = await reply.until(offerHosted(offered.sent, reply, callOptions))
    if (!offer) return
    const { turns, leftOut } = boundFiles(turnsSoFar(begun, reply, options, grounded))
    if (leftOut > 0 && asked === 1) {
      const warning: Warning = { code: 'earlierFilesDropped', subject: String(leftOut) }
      yield* reply.accept({ type: 'warning', warning })
    }
    const request = toRequest(begun, turns, offer, instructions, options)
    await reply.until(paid?.admit(reply.unsavedRequests()) ?? Promise.resolve())
    if (reply.settled()) return
    reply.asking(requestExtras(offer.sent, instructions, grounded?.text ?? null))
    const finish = yield* askModel(reply, provider, request, { ...options, ...offer })
    if (!finish || reply.settled()) return
    const mayGoOn = finish.reason === 'toolCalls' || finish.reason === 'pause'
    const wantsTools = mayGoOn && openToolCalls(reply.added()).length > 0
    if (!wantsTools && finish.reason !== 'pause') return reply.settle(endingOf(finish))
    yield* runToolCalls(reply, true, callOptions)
    if (reply.settled()) return
    if (hasQuestions(reply)) return reply.settle(waits)
    if (endsWithPage(reply.parts())) return reply.settle({ status: 'complete', error: null })
    const isStuck = repeatsFailures(reply.added())
    if (!isStuck && asked < maxModelRequests) continue
    const warning: Warning = isStuck
      ? { code: 'toolCallsRepeated' }
      : { code: 'toolLimit', subject: String(maxModelRequests) }
    yield* reply.accept({ type: 'warning', warning })
    return reply.settle({ status: 'complete', error: null })
  }
}

function toRequest(
  { model, conversation }: BegunReply,
  turns: readonly Turn[],
  { sent, hosted }: RequestTools,
  instructions: string | null,
  options: AnswerTurnOptions,
): ReplyRequest {
  return {
    modelId: model.modelId,
    conversationId: conversation.id,
    turns: withInstructions(turns, instructions),
    ...(sent.length > 0 && { tools: sent }),
    ...(hosted && { pictures: hosted.pictures }),
    ...requestFields(conversation.id, options),
  }
}

/** Returns the turns of the request, with this turn's results so far. */
function turnsSoFar(
  { turns, question, next }: BegunReply,
  reply: RunningReply,
  options: AnswerTurnOptions,
  grounded: Grounded | undefined,
): Turn[] {
  // An answer that continues with its calls is one turn from its beginning.
  const said = next === 'model' ? reply.added() : reply.parts()
  const all = [...turns]
  appendParts(all, 'assistant', said, options)
  return grounded ? groundTurns(all, question, grounded) : all
}

/**
 * Yields one request's events as frames. Returns how it finished; undefined if the reply ended
 * first.
 */
async function* askModel(
  reply: RunningReply,
  provider: Provider,
  request: ReplyRequest,
  { storeFile, hosted }: AnswerTurnOptions & RequestTools,
): AsyncGenerator<ReplyFrame, Finish | undefined> {
  const events = provider.reply(request, reply.signal)[Symbol.asyncIterator]()
  try {
    while (!reply.settled()) {
      const step = await reply.until(events.next())
      if (!step) return undefined
      if (step.done) throw new AppError('streamBroken', 'The answer ended without its end mark')
      const event = step.value
      if (event.type === 'finish') return event
      if (event.type === 'pictureDraft') yield draftFrame(event)
      else if (event.type === 'usage') yield* reply.accept(withPictures(event, hosted))
      else if (event.type === 'image') yield* keepPicture(event, reply, storeFile)
      else yield* reply.accept(event)
    }
    return undefined
  } finally {
    // Not awaited: a hanging provider must not hold up an answer that has ended.
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
}

/** Shows an unfinished picture, of which nothing is kept. */
function draftFrame({ callId, mediaType, bytes }: PictureDraft): ReplyFrame {
  // A copy, because the bytes may be a view of a larger buffer, all of which would cross the
  // bridge.
  const picture = { mediaType, bytes: new Uint8Array(bytes) }
  return { type: 'toolNews', id: callId, message: '', share: null, task: null, picture }
}

/** Stores a picture, and shows it as a part of its own or as the result of its call. */
async function* keepPicture(
  { bytes, mediaType, callId, name }: Picture,
  reply: RunningReply,
  storeFile: StoreFile,
): AsyncGenerator<ReplyFrame> {
  const hasRoom = reply.hasRoomForFile()
  if (!hasRoom) yield* reply.accept({ type: 'warning', warning: { code: 'filesLeftOut' } })
  const stored = hasRoom ? await reply.until(storeFile(bytes, mediaType, name)) : undefined
  // The store reads the true type of the bytes. A call for a picture has no other result.
  const isPicture = callId === undefined || stored?.mediaType.startsWith('image/')
  const file = isPicture ? stored : undefined
  const isCut = file !== undefined && (await areBytesCut(bytes, file.mediaType))
  if (isCut) yield* reply.accept({ type: 'warning', warning: fileCut(file) })
  if (callId !== undefined) {
    const made = isCut
      ? 'The picture is made, but its file is incomplete: its end is missing. The user knows.'
      : 'The picture is made, and the user sees it.'
    const text = file ? made : 'No picture was kept.'
    const files = file ? { files: [file] } : {}
    yield* reply.accept({ type: 'toolResult', id: callId, text, failed: !file, ...files })
  } else if (file) yield* reply.accept({ type: 'file', file })
}

function fileCut({ name }: Attachment): Warning {
  return { code: 'fileCut', subject: name.slice(0, maxSubjectLength).toWellFormed() }
}

/** Adds what the service's own pictures took to the count of the answer. */
function withPictures(
  { usage, pictures }: Counted,
  hosted: HostedTool | undefined,
): Extract<ReplyEvent, { type: 'usage' }> {
  if (!pictures) return { type: 'usage', usage }
  const { textTokens, imageTokens, outputTokens } = pictures
  const pictureDollars = hosted?.dollarsOf(pictures)
  return {
    type: 'usage',
    usage: {
      ...usage,
      pictureTokens: textTokens + imageTokens + outputTokens,
      ...(pictureDollars !== undefined && { pictureDollars }),
    },
  }
}

function endingOf({ reason, explanation }: Finish): {
  status: MessageStatus
  error: WireError | null
} {
  switch (reason) {
    case 'length':
      return { status: 'cutOff', error: null }
    case 'contentFilter':
      return { status: 'filtered', error: refusal(explanation) }
    case 'stop':
    case 'toolCalls':
    case 'pause':
      return { status: 'complete', error: null }
  }
}

function refusal(explanation: string | undefined): WireError | null {
  if (explanation === undefined || explanation === '') return null
  return {
    code: 'contentFiltered',
    message: 'The service ended the answer',
    details: { answer: explanation.slice(0, 2000) },
  }
}
