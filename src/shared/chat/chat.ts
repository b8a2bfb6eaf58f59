import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing, stream } from '../ipc/define.ts'
import { modelReferenceSchema } from '../models.ts'
import {
  attachmentSchema,
  citationSchema,
  partSchema,
  usageSchema,
  warningSchema,
} from './parts.ts'
import {
  maxArgumentFields,
  maxArgumentNameLength,
  maxAttachments,
  maxPageLength,
  maxQueryLength,
  maxTextLength,
  maxTitleLength,
} from '../limits.ts'
import { chatListSchema, chatPlaceShape, conversationPageSchema } from './chatList.ts'
import { columnMethods, compareInput, joinInput, otherModelsSchema } from './columns.ts'
import { contextTokensSchema, filePreviewSchema } from './draftTokens.ts'
import { foundMessageSchema, searchFiltersSchema, searchingMethods } from './searching.ts'
import { joinReplyDeltas, replyDeltaSchemas } from './replyDeltas.ts'
import { sentRequestMethods } from './sentRequest.ts'
import { appendSpokenSchema, spokenToolCallsSchema } from './spoken.ts'
import { timeSchema } from '../timeSchema.ts'
import { tree } from './tree.ts'

export const conversationIdSchema = z.uuid()
export const messageIdSchema = z.uuid()
const querySchema = z.string().min(1).max(maxQueryLength)
const count = z.number().int().nonnegative()

const titleSchema = z.string().trim().min(1).max(maxTitleLength)

const conversationSchema = z.object({
  id: conversationIdSchema,
  /** Empty until the user sets a title or the first exchange produces one. */
  title: z.string().max(maxTitleLength),
  model: modelReferenceSchema.nullable(),
  createdAt: timeSchema,
  /** The time of the last message sent or received. The list is sorted by it. */
  usedAt: timeSchema,
  /** True while a tool call at the end of the shown branch waits for the user's approval. */
  awaitsUser: z.boolean(),
  /** True in the archive: the list does not show it, the search finds it. */
  isArchived: z.boolean(),
  ...chatPlaceShape,
})
export type Conversation = z.infer<typeof conversationSchema>

export const messageStatuses = [
  'streaming',
  /** A tool call waits for the user's approval. Nothing runs meanwhile, nor after a restart. */
  'awaiting',
  'complete',
  /** The user pressed Stop. */
  'stopped',
  /** The app or its window closed during streaming. The page offers Continue. */
  'interrupted',
  /** The model reached its output limit. The page offers Continue. */
  'cutOff',
  /**
   * The provider's content filter or a refusal by the model ended it. `error` may hold the reason.
   */
  'filtered',
  /** The request failed with `error`. Text that had arrived is kept. */
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
  /** The model that wrote the message; null for the user's messages. */
  model: modelReferenceSchema.nullable(),
  usage: usageSchema.nullable(),
  /** The request id that the provider assigned. */
  requestId: z.string().nullable(),
  createdAt: timeSchema,
  /** The time from the request to the first text; null if unknown. */
  firstTokenMilliseconds: z.number().nonnegative().nullable(),
  durationMilliseconds: z.number().nonnegative().nullable(),
  /** All versions of this message, including itself, oldest first. */
  siblings: z.array(messageIdSchema),
  /** The versions that stand side by side, this one among them, in their order. */
  columns: z.array(messageIdSchema).optional(),
})
export type Message = z.infer<typeof messageSchema>

/** A message of the user that waits until the running answer ends. */
const queuedMessageSchema = z.object({
  id: z.uuid(),
  conversationId: conversationIdSchema,
  text: z.string().max(maxTextLength),
  files: z.array(attachmentSchema).max(maxAttachments),
  createdAt: timeSchema,
})
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

const replyFrameSchema = z.discriminatedUnion('type', [
  /** Everything is on disk, and the request is about to be sent. */
  z.object({
    type: z.literal('started'),
    conversation: conversationSchema,
    /**
     * The user's new message, if any, the assistant's new or continued message, whose frames
     * follow, and the answers in columns beside it, which `join` follows.
     */
    messages: z.array(messageSchema),
    /** Set if the shown branch goes through another column than the answer's. */
    isBeside: z.literal(true).optional(),
  }),
  ...replyDeltaSchemas,
  /** The last frame: the message as stored, whatever its status. */
  z.object({ type: z.literal('finished'), message: messageSchema }),
])
export type ReplyFrame = z.infer<typeof replyFrameSchema>

const replyInputSchema = z.discriminatedUnion('kind', [
  /** Sends a new user message under `parentId`. Creates a conversation if none is given. */
  z.object({
    kind: z.literal('send'),
    conversationId: conversationIdSchema.nullable(),
    /**
     * The message that this one answers; null at the root. An edited message keeps the same parent.
     */
    parentId: messageIdSchema.nullable(),
    text: z.string().max(maxTextLength),
    files: z.array(attachmentSchema).max(maxAttachments).default([]),
    model: modelReferenceSchema,
    /** The folder of a new conversation; by default none. */
    folderId: z.uuid().nullable().optional(),
    others: otherModelsSchema.optional(),
  }),
  /** Sends a queued message and removes it from the queue. */
  z.object({
    kind: z.literal('sendQueued'),
    queuedId: z.uuid(),
    parentId: messageIdSchema.nullable(),
    model: modelReferenceSchema,
    others: otherModelsSchema.optional(),
  }),
  /**
   * Creates another answer beside the given assistant message, for Regenerate and for Retry. It
   * takes the other's column, if that is in one.
   */
  z.object({
    kind: z.literal('regenerate'),
    messageId: messageIdSchema,
    model: modelReferenceSchema,
    /** Drops the older half of the context. Each further use drops half of what remains. */
    shorten: z.boolean().default(false),
  }),
  /**
   * Creates another answer beside the given one, up to one of its tool calls, and asks whether this
   * call may run again, whatever is allowed. Errors: badInput if it has not run.
   */
  z.object({
    kind: z.literal('repeatToolCall'),
    messageId: messageIdSchema,
    /** The index of the call among the parts. */
    part: z.number().int().nonnegative(),
  }),
  compareInput,
  joinInput,
  /** Continues an assistant message that was stopped, interrupted or cut off. */
  z.object({ kind: z.literal('continue'), messageId: messageIdSchema }),
  /**
   * Allows or denies a tool call that waits in an answer. The answer continues once no call waits.
   * Errors: conflict if a call does not wait.
   */
  z.object({
    kind: z.literal('answerToolCall'),
    messageId: messageIdSchema,
    approvalId: z.uuid(),
    /** Further calls that the decision is for. */
    alike: z.array(z.uuid()).max(128).optional(),
    decision: z.enum(['once', 'chat', 'arguments', 'always', 'deny']),
    /** For `arguments`: the arguments that may change. All others must stay the same. */
    free: z.array(z.string().max(maxArgumentNameLength)).max(maxArgumentFields).optional(),
  }),
  spokenToolCallsSchema,
])
export type ReplyInput = z.infer<typeof replyInputSchema>

/** A chat in the trash. */
const trashedSchema = conversationSchema.pick({ id: true, title: true }).extend({
  /** When Parley may delete it for good. */
  expiresAt: timeSchema,
})
export type TrashedChat = z.infer<typeof trashedSchema>

const searchHitSchema = z.object({
  conversation: conversationSchema,
  /** The message that matches; null if the title matches. */
  messageId: messageIdSchema.nullable(),
  /** An excerpt of at most 200 characters around the match, as plain text. */
  excerpt: z.string(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

const messageOutlineSchema = z.object({
  id: messageIdSchema,
  role: z.enum(['user', 'assistant']),
  /** The size of its parts in bytes, which is close to the length of its text. */
  length: z.number().int().nonnegative(),
})
export type MessageOutline = z.infer<typeof messageOutlineSchema>

const conversationInput = z.object({ id: conversationIdSchema })

export const chat = {
  list: method(chatListSchema, z.array(conversationSchema)),
  get: method(conversationInput, conversationSchema),
  rename: method(conversationInput.extend({ title: titleSchema }), conversationSchema),
  setModel: method(conversationInput.extend({ model: modelReferenceSchema }), conversationSchema),
  /** Moves a conversation into the archive, or out of it. */
  archive: method(conversationInput.extend({ isArchived: z.boolean() }), conversationSchema),
  /** Lists the archive, the last used first. */
  archived: method(conversationPageSchema, z.array(conversationSchema)),
  /**
   * Moves a conversation into the trash: no list and no search has it. After 30 days there it is
   * deleted for good.
   */
  remove: method(conversationInput, nothing),
  /** Takes a conversation out of the trash. Errors: conversationMissing. */
  restore: method(conversationInput, conversationSchema),
  /** Returns one page of the trash, the last removed first. */
  trash: method(conversationPageSchema, z.array(trashedSchema)),
  /** Deletes conversations of the trash for good, or all of them for null. */
  erase: method(
    z.object({ ids: z.array(conversationIdSchema).min(1).max(maxPageLength).nullable() }),
    nothing,
  ),
  /**
   * Finds conversations by titles and messages, one hit each. With filters only messages are searched;
   * an empty query then finds the newest.
   */
  search: method(
    z.object({
      query: z.string().max(maxQueryLength),
      filters: searchFiltersSchema.prefault({}),
      limit: z.number().int().min(1).max(100),
    }),
    z.array(searchHitSchema),
  ),
  ...searchingMethods,
  /**
   * Returns the messages of the shown branch that contain the query, in reading order. Ignores case
   * and accents. The counts refer to the text as displayed.
   */
  find: method(
    z.object({ conversationId: conversationIdSchema, query: querySchema }),
    z.array(foundMessageSchema),
  ),
  /**
   * Returns one page of the shown branch. Pages go backwards from the end; each page is in reading
   * order.
   */
  messages: method(
    z.object({
      conversationId: conversationIdSchema,
      before: messageIdSchema.nullable(),
      limit: z.number().int().min(1).max(maxPageLength),
    }),
    z.object({ messages: z.array(messageSchema), more: z.boolean() }),
  ),
  /** Returns one message, of the shown branch or not. Errors: messageMissing, conversationMissing. */
  message: method(z.object({ messageId: messageIdSchema }), messageSchema),
  /**
   * Returns ids and sizes of the messages before a given one, in reading order, so that the page
   * can estimate the length of the chat without loading its text.
   */
  outline: method(
    z.object({ conversationId: conversationIdSchema, before: messageIdSchema }),
    z.array(messageOutlineSchema),
  ),
  /**
   * Estimates on this computer how many tokens the next request takes without the draft: the branch
   * as the service counted it for its last answer, what has come since, tools and instructions.
   * Nothing is sent.
   */
  contextTokens: method(
    z.object({
      conversationId: conversationIdSchema.nullable(),
      parentId: messageIdSchema.nullable(),
      model: modelReferenceSchema,
      /** The files of the draft of which only passages are sent. */
      attached: z.array(attachmentSchema).max(maxAttachments),
    }),
    contextTokensSchema,
  ),
  /**
   * Sends the conversation with this draft to the service's token counter, so only the user's press
   * may call it. The count is not exact if the bases add passages to the question. Errors:
   * notSupported without a counter; badInput for an empty draft; those of the service.
   */
  /**
   * Returns how a model would get the files of a draft: as files, as their text, or not at all.
   * Reads documents whose text is needed. Sends nothing.
   */
  previewFiles: method(
    z.object({
      files: z.array(attachmentSchema).max(maxAttachments),
      model: modelReferenceSchema,
    }),
    z.array(filePreviewSchema),
  ),
  countTokens: method(
    z.object({
      conversationId: conversationIdSchema.nullable(),
      parentId: messageIdSchema.nullable(),
      text: z.string().max(maxTextLength),
      files: z.array(attachmentSchema).max(maxAttachments),
      model: modelReferenceSchema,
    }),
    z.object({ tokens: count, exact: z.boolean() }),
  ),
  ...sentRequestMethods,
  /** Switches to another version of a message, and to the newest message below it. */
  showVersion: method(z.object({ messageId: messageIdSchema }), nothing),
  ...columnMethods,
  /**
   * Copies the path from the first message to this one into a new chat, without the versions beside
   * it. Errors: messageMissing, conversationMissing; answerUnfinished if an answer of the path is
   * being written or waits for the user.
   */
  branch: method(
    z.object({ messageId: messageIdSchema, title: conversationSchema.shape.title }),
    conversationSchema,
  ),
  /**
   * Sends a message and streams the answer. Closing the stream aborts the request and marks the
   * message as interrupted; `stop` marks it as stopped. If the request fails, the stream ends with
   * a `finished` frame whose status is `failed`.
   */
  reply: stream(replyInputSchema, replyFrameSchema, joinReplyDeltas),
  stop: method(z.object({ messageId: messageIdSchema }), nothing),
  /** Returns the queued messages of a conversation in sending order. */
  queued: method(z.object({ conversationId: conversationIdSchema }), z.array(queuedMessageSchema)),
  /**
   * Adds a message to the queue. `reply` sends it later; the queue sends nothing on its own.
   * Errors: conversationMissing, attachmentMissing, badInput, conflict if the queue is full.
   */
  enqueue: method(
    queuedMessageSchema.pick({ conversationId: true, text: true, files: true }),
    queuedMessageSchema,
  ),
  /** Removes a message from the queue. Errors: messageMissing if it is no longer there. */
  dequeue: method(z.object({ id: z.uuid() }), nothing),
  /** Appends a realtime session’s transcript to the shown branch. Errors: conversationMissing. */
  appendSpoken: method(
    appendSpokenSchema,
    z.object({ conversation: conversationSchema, message: messageSchema }),
  ),
  ...tree,
  conversationChanged: event(conversationSchema),
  /** Several conversations have changed in one step. */
  conversationsChanged: event(z.array(conversationSchema)),
  conversationRemoved: event(conversationInput),
  /** Conversations of the trash are gone for good; null means all of them. */
  conversationsErased: event(z.object({ ids: z.array(conversationIdSchema).nullable() })),
  queueChanged: event(
    z.object({ conversationId: conversationIdSchema, queued: z.array(queuedMessageSchema) }),
  ),
}
