import { z } from 'zod'
import {
  maxApprovalScopeLength,
  maxDestinationLength,
  maxFileNameLength,
  maxLinkDescriptionLength,
  maxPageTextsLength,
  maxPageTexts,
  maxSubjectLength,
  maxTaskIdLength,
  maxToolNewsLength,
  maxUriLength,
  maxViewContextLength,
} from '../limits.ts'
import { mediaPriceSchema } from '../media/mediaPrice.ts'
import { passagePlaceSchema, passageRanksSchema } from '../knowledge/passagePlace.ts'
import { timeSchema } from '../timeSchema.ts'

/** A source passage that an answer cites. */
export const citationSchema = z.object({
  /** The number that the text uses for it, from 1. */
  number: z.number().int().positive(),
  title: z.string(),
  passage: z.string(),
  /** The location of the passage: `guide/keyboard`, or a web address. */
  source: z.string(),
  /** The passage's place in the user's own documents; missing for any other source. */
  place: passagePlaceSchema.optional(),
  /** Why the search found it. */
  ranks: passageRanksSchema.optional(),
})
export type Citation = z.infer<typeof citationSchema>

export const fileNameSchema = z.string().min(1).max(maxFileNameLength)

/** A plugin's server that has given a file. */
const attachmentOriginSchema = z.object({
  pluginId: z.string().max(100),
  /** The plugin's name for the user. */
  title: z.string().max(maxSubjectLength),
  /** The name by which calls of its tools know it: its host, or the plugin. */
  source: z.string().max(maxDestinationLength),
  /** The resource that it is; null for none. */
  uri: z.string().max(maxUriLength).nullable(),
})
export type AttachmentOrigin = z.infer<typeof attachmentOriginSchema>

/** A message's reference to a file. The attachment store holds the bytes. */
export const attachmentSchema = z.object({
  /** The SHA-256 hash of the bytes, in hexadecimal. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: fileNameSchema,
  mediaType: z.string().min(1).max(100),
  sizeBytes: z.number().int().nonnegative(),
  /** Origin of the file; missing for a file of the user's own. */
  origin: attachmentOriginSchema.optional(),
  /** True if the service that made it has flagged what it shows. */
  flagged: z.boolean().optional(),
  /** True if a model gets only the passages of it that fit each question. */
  passagesOnly: z.boolean().optional(),
})
export type Attachment = z.infer<typeof attachmentSchema>

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() })
const filePartSchema = z.object({ type: z.literal('file'), file: attachmentSchema })

/**
 * A model's reasoning. The other fields hold what the service needs back unchanged when the
 * conversation continues: a signature over the text, encrypted content, the item's id there.
 */
export const reasoningPartSchema = z.object({
  type: z.literal('reasoning'),
  text: z.string(),
  signature: z.string().optional(),
  encrypted: z.string().optional(),
  itemId: z.string().optional(),
})
export type ReasoningPart = z.infer<typeof reasoningPartSchema>

/** The effects of a call: `read` changes nothing, `outside` sends data to others. */
export const toolEffects = ['read', 'write', 'outside'] as const
export type ToolEffect = (typeof toolEffects)[number]

/** The state of a call without a result. A call without a state was never processed. */
const toolCallStates = [
  /** The user is asked for approval. */
  'awaiting',
  /** Approved, and not yet started. */
  'allowed',
  'denied',
  /** Started. Written to disk before the start. */
  'running',
  /** The answer ended during the call. Its effects are unknown. */
  'interrupted',
] as const

/** The way that data would take if a call ran: from what the model has read to somebody else. */
const toolFlowSchema = z.object({
  /** Files, hosts and plugins. */
  from: z.array(z.string().max(maxDestinationLength)),
  to: z.string().max(maxDestinationLength),
  /** The pieces of the arguments that stand in what was read. */
  copied: z.array(z.string()),
})
export type ToolFlow = z.infer<typeof toolFlowSchema>

/** The request for approval of a call. */
const toolApprovalSchema = z.object({
  /** The id that the user's answer names. Each call's request has its own. */
  id: z.uuid(),
  /**
   * The permission that the user may give for the rest of the chat; null if each call needs
   * approval.
   */
  scope: z.string().max(maxApprovalScopeLength).nullable(),
  /** The host that receives the arguments, if any. */
  destination: z.string().max(maxDestinationLength).nullable(),
  /** Cost of the call; null if nobody knows, missing if it costs nothing by itself. */
  price: mediaPriceSchema.nullable().optional(),
  /** True if the user may allow this exact tool for ever. */
  always: z.boolean().optional(),
  /** Set if the user is asked for what would be carried, whatever else is allowed. */
  flow: toolFlowSchema.optional(),
})

/**
 * Permission behind a call: the tool's policy, or the user's for this call, this chat, this chat
 * with these arguments, or this exact tool.
 */
export const toolPermissions = ['policy', 'once', 'chat', 'arguments', 'always'] as const
export type ToolPermission = (typeof toolPermissions)[number]

/**
 * The task that a server has made of a call. It is written down before the call waits for it, so
 * that its result can be fetched after a restart.
 */
const toolTaskSchema = z.object({
  id: z.string().max(maxTaskIdLength),
  /** SHA-256 of the server's configuration: no other server is asked for it. */
  server: z.string().max(100),
})
export type ToolTask = z.infer<typeof toolTaskSchema>

/** Parley's data on a call that it runs. */
const toolCallProgress = {
  /** The tool's name for the user. */
  title: z.string().optional(),
  effect: z.enum(toolEffects).optional(),
  /** The plugin that brought the tool; missing for Parley's own. */
  pluginId: z.string().optional(),
  /** The plugin's name for the user. */
  pluginTitle: z.string().optional(),
  /** The hash of the tool that the call was judged for. It runs with no other. */
  hash: z.string().optional(),
  /**
   * The tool that the call is for and its arguments as they are shown, compared and sent. Missing if
   * the model has written both so.
   */
  target: z.object({ name: z.string(), arguments: z.string() }).optional(),
  state: z.enum(toolCallStates).optional(),
  approval: toolApprovalSchema.optional(),
  permission: z.enum(toolPermissions).optional(),
  /** Milliseconds since 1970. */
  startedAt: timeSchema.optional(),
  task: toolTaskSchema.optional(),
}

/** A tool call that the model requests. */
export const toolCallPartSchema = z.object({
  type: z.literal('toolCall'),
  id: z.string(),
  name: z.string(),
  /** The arguments as the model wrote them: JSON for most tools, free text for some. */
  arguments: z.string(),
  signature: z.string().optional(),
  /** When the service stops waiting for the result, in milliseconds since 1970; missing if never. */
  expiresAt: timeSchema.optional(),
  /** Set if a realtime session asked for it, which gets the result in place of a chat model. */
  spoken: z.literal(true).optional(),
  ...toolCallProgress,
})
export type ToolCallPart = z.infer<typeof toolCallPartSchema>

/** Changes to a call without a result. Missing fields stay unchanged. */
export const toolProgressSchema = z.object({
  type: z.literal('toolProgress'),
  id: z.string(),
  ...toolCallProgress,
})
export type ToolProgress = z.infer<typeof toolProgressSchema>

/** Progress of a running call, from its server. It is shown, and not kept. */
export const toolNewsSchema = z.object({
  type: z.literal('toolNews'),
  id: z.string(),
  /** The server's words; empty for none. */
  message: z.string().max(maxToolNewsLength),
  /** The part that is done, from 0 to 1; null if the server does not tell. */
  share: z.number().min(0).max(1).nullable(),
  /** The state of the task that the server has made of the call; null for no task. */
  task: z.enum(['working', 'waiting']).nullable(),
  /** The picture that the call is making, as far as it is. */
  picture: z.object({ mediaType: z.string(), bytes: z.instanceof(Uint8Array) }).optional(),
})
export type ToolNews = Omit<z.infer<typeof toolNewsSchema>, 'type' | 'id'>

/** A plugin's page that shows a result. */
const resultPageSchema = z.object({
  /** The plugin's id. */
  plugin: z.string().max(100),
  /**
   * True if the page is the answer: the turn ends with the call, and the page fills in the result.
   */
  isAnswer: z.boolean(),
})
export type ResultPage = z.infer<typeof resultPageSchema>

/** A resource of a plugin's server that a result links to. It is read when it is wanted. */
export const resourceLinkSchema = z.object({
  uri: z.string().min(1).max(maxUriLength),
  title: z.string().max(maxSubjectLength),
  description: z.string().max(maxLinkDescriptionLength),
  /** The plugin whose server has it. */
  pluginId: z.string().max(100),
})
export type ResourceLink = z.infer<typeof resourceLinkSchema>

/** The media job whose pictures a result shows. */
const resultMediaSchema = z.object({
  jobId: z.uuid(),
  /** True if the turn ends with the call: the pictures come later, by themselves. */
  isAnswer: z.boolean(),
})
export type ResultMedia = z.infer<typeof resultMediaSchema>

/** A text that a plugin's page has written, and when, in milliseconds since 1970. */
const pageTextSchema = z.object({ text: z.string().max(maxPageTextsLength), at: timeSchema })

/** The result of a tool call. It follows its call. */
export const toolResultPartSchema = z.object({
  type: z.literal('toolResult'),
  id: z.string(),
  /** The text that the model reads, without files. */
  text: z.string(),
  failed: z.boolean(),
  /**
   * Why Parley did not run the call, for the user. `argumentsAltered`: the tool would have got others
   * than the model wrote.
   */
  refusal: z.enum(['argumentsAltered']).optional(),
  /** Pictures and files of the result, also for the model. */
  files: z.array(attachmentSchema).optional(),
  /** The whole text as a file, if the model got only its beginning. */
  rest: attachmentSchema.optional(),
  /** Resources that the result links to. */
  links: z.array(resourceLinkSchema).optional(),
  /** Markdown for the user only. */
  shown: z.string().optional(),
  /** The origin of the result, such as a host. */
  source: z.string().optional(),
  /** The page that shows the result. */
  page: resultPageSchema.optional(),
  media: resultMediaSchema.optional(),
  /**
   * Context that the result's view adds for the model, with the time in milliseconds since 1970.
   */
  viewContext: z.object({ text: z.string().max(maxViewContextLength), at: timeSchema }).optional(),
  /** Texts of the result's page, for the user and the model, in the order of writing. */
  pageTexts: z.array(pageTextSchema).max(maxPageTexts).optional(),
  durationMilliseconds: z.number().nonnegative().optional(),
})
export type ToolResultPart = z.infer<typeof toolResultPartSchema>

export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  toolCallPartSchema,
  toolResultPartSchema,
  filePartSchema,
])
export type Part = z.infer<typeof partSchema>

export const usageSchema = z.object({
  /** All input tokens, including those read from or written to a cache. */
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cachedTokens: z.number().int().nonnegative().optional(),
  cacheWriteTokens: z.number().int().nonnegative().optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  /** Tokens of sound, which are part of the input, of what came from a cache, and of the output. */
  audioInputTokens: z.number().int().nonnegative().optional(),
  cachedAudioTokens: z.number().int().nonnegative().optional(),
  audioOutputTokens: z.number().int().nonnegative().optional(),
  /** Tokens of pictures that the service made within the answer; in none of the other counts. */
  pictureTokens: z.number().int().nonnegative().optional(),
  /** Cost of these pictures in US dollars; missing if unknown. */
  pictureDollars: z.number().nonnegative().optional(),
})
export type Usage = z.infer<typeof usageSchema>

export const warningCodes = [
  /** A file was omitted because the model does not accept its kind. Subject: the file's name. */
  'attachmentDropped',
  /** A document went as text, because the model does not take the file. Subject: its name. */
  'attachmentAsText',
  /** The same of a document of which not all was read, such as a page without text. Subject: its name. */
  'attachmentPartial',
  /**
   * The service rejected an option, so the request was repeated without it. Subject: the option.
   */
  'optionDropped',
  /** The model takes no instructions in a role of their own, so they began the user's message. */
  'instructionsMoved',
  /** Earlier messages were omitted because the context window is full. Subject: how many. */
  'earlierDropped',
  /**
   * A local server read less than was sent. Subject: the tokens that it counted and those that were
   * sent, by Parley's estimate: `2050/12528`.
   */
  'promptCut',
  /**
   * The oldest files of the chat were omitted because a request carries 500 files and 200 MB. Subject:
   * how many.
   */
  'earlierFilesDropped',
  /** The model called a tool without naming it. The call was left out. */
  'toolCallUnnamed',
  /** The model repeated the same failing tool calls, and was not asked again. */
  'toolCallsRepeated',
  /** The service refused a tool, so the request was repeated without it. Subject: the tool's name. */
  'toolRefused',
  /** The model reached the limit of tool rounds in one turn. Subject: the limit. */
  'toolLimit',
  /** Another of the provider's keys was used. Subject: the number of the key, from 1. */
  'otherKey',
  /** The answer contained something that Parley can't display. Subject: its type there. */
  'contentUnknown',
  /** The model called a tool that Parley does not offer. Subject: its name. */
  'toolNotOffered',
  /**
   * A tool of the service asks for the user's approval, which Parley can't give. Subject: its name.
   */
  'approvalNotOffered',
  /** The answer exceeded the size limit and was ended. */
  'answerTooLong',
  /** The answer exceeded the limit of tool calls and was ended. */
  'tooManyCalls',
  /** The user's documents could not be searched. */
  'knowledgeFailed',
  /** The question's meaning could not be computed, so that its words alone were searched. */
  'knowledgeWordsOnly',
  /** The service with the user's documents did not answer, so that words alone were searched. */
  'knowledgeHostedFailed',
  /** The passages were not sorted by the reranker, which failed or took too long. */
  'knowledgeNotReranked',
  /** No passage of the user's documents was found. */
  'knowledgeEmpty',
  /** Sources over the limit were omitted. */
  'sourcesLeftOut',
  /** Pictures over the limit were omitted. */
  'filesLeftOut',
  /** The end of the file of a picture or sound is missing; `subject` is its name. */
  'fileCut',
  /** The answer of a realtime session was broken off while it was spoken. */
  'speechInterrupted',
  /** Warnings over the limit were omitted. */
  'warningsLeftOut',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** A deviation from the request, in an answer that succeeded nevertheless. */
export const warningSchema = z.object({
  code: z.enum(warningCodes),
  subject: z.string().max(maxSubjectLength).optional(),
})
export type Warning = z.infer<typeof warningSchema>
