import { z } from 'zod'
import { attachmentsMaximum } from './attachments.ts'
import { errorSchema } from './errorSchema.ts'
import { event, method, stream } from './ipc/define.ts'
import { modelReferenceSchema } from './models.ts'
import {
  attachmentSchema,
  citationSchema,
  partSchema,
  toolCallPartSchema,
  toolResultPartSchema,
  usageSchema,
  warningSchema,
} from './parts.ts'

export const textLengthMaximum = 2_000_000
export const titleLengthMaximum = 200
export const pageLengthMaximum = 200
/** How many messages may wait in one conversation. */
export const queueLengthMaximum = 50

export const conversationIdSchema = z.uuid()
export const messageIdSchema = z.uuid()
/** Milliseconds since 1970, UTC. */
const timeSchema = z.number().int().nonnegative()
const titleSchema = z.string().trim().min(1).max(titleLengthMaximum)

export const conversationSchema = z.object({
  id: conversationIdSchema,
  /** Empty until the first exchange or the user gives it one. */
  title: z.string().max(titleLengthMaximum),
  model: modelReferenceSchema.nullable(),
  createdAt: timeSchema,
  /** When a message was last sent or received; the list is ordered by it. */
  usedAt: timeSchema,
})
export type Conversation = z.infer<typeof conversationSchema>

export const messageStatuses = [
  'streaming',
  'complete',
  /** The user pressed Stop. */
  'stopped',
  /** The app or its window went away while it streamed: Continue is offered. */
  'interrupted',
  /** The model reached its output limit: Continue is offered. */
  'cutOff',
  /** The provider's content filter or the model's refusal ended it; `error` may say why. */
  'filtered',
  /** See `error`; what had arrived is kept. */
  'failed',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageSchema = z.object({
  id: messageIdSchema,
  conversationId: conversationIdSchema,
  parentId: messageIdSchema.nullable(),
  role: z.enum(['user', 'assistant']),
  status: z.enum(messageStatuses),
  parts: z.array(partSchema),
  citations: z.array(citationSchema),
  warnings: z.array(warningSchema),
  error: errorSchema.nullable(),
  /** The model that wrote it; null for the user's own. */
  model: modelReferenceSchema.nullable(),
  usage: usageSchema.nullable(),
  /** The provider's id of the request. */
  requestId: z.string().nullable(),
  createdAt: timeSchema,
  /** From the request to the first text, and to the end; null while unknown. */
  firstTokenMilliseconds: z.number().nonnegative().nullable(),
  durationMilliseconds: z.number().nonnegative().nullable(),
  /** Every version of this message, itself included, oldest first. */
  siblings: z.array(messageIdSchema),
})
export type Message = z.infer<typeof messageSchema>

/** A message of the user's that waits for the answer before it to end. */
const queuedMessageSchema = z.object({
  id: z.uuid(),
  conversationId: conversationIdSchema,
  text: z.string().max(textLengthMaximum),
  files: z.array(attachmentSchema).max(attachmentsMaximum),
  createdAt: timeSchema,
})
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

const replyFrameSchema = z.discriminatedUnion('type', [
  /** Everything is on disk and the request is about to be sent. */
  z.object({
    type: z.literal('started'),
    conversation: conversationSchema,
    /** The user's new message, if any, and the assistant's empty or continued one. */
    messages: z.array(messageSchema),
  }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  /** A piece of the arguments of a call; the first piece of a call has an id not seen before. */
  toolCallPartSchema.omit({ signature: true }),
  toolResultPartSchema,
  /** A picture or sound that the model made, stored already. */
  z.object({ type: z.literal('file'), file: attachmentSchema }),
  z.object({ type: z.literal('citation'), citation: citationSchema }),
  z.object({ type: z.literal('warning'), warning: warningSchema }),
  /** The request failed and is made again: at that time, in milliseconds since 1970, if known. */
  z.object({ type: z.literal('waiting'), error: errorSchema, until: timeSchema.nullable() }),
  /** The last frame: the message as it lies on disk, whatever its status. */
  z.object({ type: z.literal('finished'), message: messageSchema }),
])
export type ReplyFrame = z.infer<typeof replyFrameSchema>

/** Neighbouring deltas of one kind become one: nothing is dropped, and fewer messages cross. */
export function joinReplyFrames(first: ReplyFrame, second: ReplyFrame): ReplyFrame | undefined {
  if (first.type === 'text' && second.type === 'text') {
    return { type: 'text', text: first.text + second.text }
  }
  if (first.type === 'reasoning' && second.type === 'reasoning') {
    return { type: 'reasoning', text: first.text + second.text }
  }
  if (first.type === 'toolCall' && second.type === 'toolCall' && first.id === second.id) {
    return { ...first, arguments: first.arguments + second.arguments }
  }
  return undefined
}

const replyInputSchema = z.discriminatedUnion('kind', [
  /** A new message of the user's, under `parentId`; without a conversation, in a new one. */
  z.object({
    kind: z.literal('send'),
    conversationId: conversationIdSchema.nullable(),
    /** The message it answers; null at the root. Editing sends again under the same parent. */
    parentId: messageIdSchema.nullable(),
    text: z.string().max(textLengthMaximum),
    files: z.array(attachmentSchema).max(attachmentsMaximum).default([]),
    model: modelReferenceSchema,
  }),
  /** A queued message, which leaves the queue as it is sent. */
  z.object({
    kind: z.literal('sendQueued'),
    queuedId: z.uuid(),
    parentId: messageIdSchema.nullable(),
    model: modelReferenceSchema,
  }),
  /** Another answer beside the given assistant message: Regenerate, and Retry after an error. */
  z.object({
    kind: z.literal('regenerate'),
    messageId: messageIdSchema,
    model: modelReferenceSchema,
    /** Leaves the oldest half out of what the model is told; once more, half of the rest. */
    shorten: z.boolean().default(false),
  }),
  /** Goes on with an assistant message that was stopped, interrupted or cut off. */
  z.object({ kind: z.literal('continue'), messageId: messageIdSchema }),
])
export type ReplyInput = z.infer<typeof replyInputSchema>

const appendSpokenSchema = z.object({
  /** Null begins a new one. */
  conversationId: conversationIdSchema.nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string().trim().min(1).max(textLengthMaximum),
  /** What a new conversation goes on with once it is written again. */
  chatModel: modelReferenceSchema.nullable(),
  /** The model that the user talked with. */
  speaker: modelReferenceSchema,
})
export type AppendSpokenInput = z.infer<typeof appendSpokenSchema>

/** Pages go from the newest to the oldest: `before` is the last id of the page before. */
const conversationPageSchema = z.object({
  before: conversationIdSchema.nullable(),
  limit: z.number().int().min(1).max(pageLengthMaximum),
})

const searchHitSchema = z.object({
  conversation: conversationSchema,
  /** The message found, null where the title matched. */
  messageId: messageIdSchema.nullable(),
  /** At most 200 characters around the match, as plain text. */
  excerpt: z.string(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

const foundMessageSchema = z.object({
  id: messageIdSchema,
  /** How often it stands in each piece that the message is shown in, in their order. */
  parts: z.array(
    z.object({ kind: z.enum(['text', 'reasoning']), count: z.number().int().nonnegative() }),
  ),
})
export type FoundMessage = z.infer<typeof foundMessageSchema>

const messageOutlineSchema = z.object({
  id: messageIdSchema,
  role: z.enum(['user', 'assistant']),
  /** Bytes that its parts take: about the length of its text. */
  length: z.number().int().nonnegative(),
})
export type MessageOutline = z.infer<typeof messageOutlineSchema>

const nothing = z.object({})
const conversationInput = z.object({ id: conversationIdSchema })

export const chat = {
  list: method(conversationPageSchema, z.array(conversationSchema)),
  get: method(conversationInput, conversationSchema),
  rename: method(conversationInput.extend({ title: titleSchema }), conversationSchema),
  setModel: method(conversationInput.extend({ model: modelReferenceSchema }), conversationSchema),
  /** Hides it from every list; `restore` brings it back until the next start, which erases it. */
  remove: method(conversationInput, nothing),
  restore: method(conversationInput, conversationSchema),
  search: method(
    z.object({ query: z.string().min(1).max(500), limit: z.number().int().min(1).max(100) }),
    z.array(searchHitSchema),
  ),
  /**
   * The messages of the shown branch that hold the query, in reading order. Without regard to case
   * and accents; the counts are of the text as it is about to be shown.
   */
  find: method(
    z.object({ conversationId: conversationIdSchema, query: z.string().min(1).max(500) }),
    z.array(foundMessageSchema),
  ),
  /** The shown branch, from the end backwards; the page itself is in reading order. */
  messages: method(
    z.object({
      conversationId: conversationIdSchema,
      before: messageIdSchema.nullable(),
      limit: z.number().int().min(1).max(pageLengthMaximum),
    }),
    z.object({ messages: z.array(messageSchema), more: z.boolean() }),
  ),
  /**
   * What the shown branch has before a message, in reading order: enough to know how long a chat
   * is without its texts.
   */
  outline: method(
    z.object({ conversationId: conversationIdSchema, before: messageIdSchema }),
    z.array(messageOutlineSchema),
  ),
  /**
   * How many tokens the conversation has with this draft; the service's own count where it has
   * one, else an estimate.
   */
  countTokens: method(
    z.object({
      conversationId: conversationIdSchema.nullable(),
      parentId: messageIdSchema.nullable(),
      text: z.string().max(textLengthMaximum),
      files: z.array(attachmentSchema).max(attachmentsMaximum),
      model: modelReferenceSchema,
    }),
    z.object({ tokens: z.number().int().nonnegative(), exact: z.boolean() }),
  ),
  /** Shows another version of a message, with what was last said under it. */
  showVersion: method(z.object({ messageId: messageIdSchema }), nothing),
  /**
   * Sends, and streams the answer. Closing the stream aborts the request and leaves the message
   * interrupted; `stop` ends it as the user wished. A failure to answer is a `finished` frame
   * with status `failed`, never a broken stream.
   */
  reply: stream(replyInputSchema, replyFrameSchema, joinReplyFrames),
  stop: method(z.object({ messageId: messageIdSchema }), nothing),
  /** What waits in a conversation, in the order in which it is to be sent. */
  queued: method(z.object({ conversationId: conversationIdSchema }), z.array(queuedMessageSchema)),
  /**
   * Keeps a message to be sent later, by `reply`; nothing of it is sent by itself. Errors:
   * conversationMissing, attachmentMissing, badInput, conflict where too many wait already.
   */
  enqueue: method(
    queuedMessageSchema.pick({ conversationId: true, text: true, files: true }),
    queuedMessageSchema,
  ),
  /** Takes a message out of the queue. Errors: messageMissing where it is not there any more. */
  dequeue: method(z.object({ id: z.uuid() }), nothing),
  /** Puts what was said in a call at the end of the shown branch. Errors: conversationMissing. */
  appendSpoken: method(
    appendSpokenSchema,
    z.object({ conversation: conversationSchema, message: messageSchema }),
  ),
  conversationChanged: event(conversationSchema),
  conversationRemoved: event(conversationInput),
  queueChanged: event(
    z.object({ conversationId: conversationIdSchema, queued: z.array(queuedMessageSchema) }),
  ),
}
