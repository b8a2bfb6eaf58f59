import { z } from 'zod'

/** A passage that an answer rests on. */
export const citationSchema = z.object({
  /** As the text refers to it, from 1. */
  number: z.number().int().positive(),
  title: z.string(),
  passage: z.string(),
  /** Where it stands: `guide/keyboard`, or an address on the web. */
  source: z.string(),
})
export type Citation = z.infer<typeof citationSchema>

/** A file as messages refer to it; its bytes lie in the store of attachments. */
export const attachmentSchema = z.object({
  /** SHA-256 of the bytes, in hexadecimal. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(255),
  mediaType: z.string().min(1).max(100),
  sizeBytes: z.number().int().nonnegative(),
})
export type Attachment = z.infer<typeof attachmentSchema>

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() })
const filePartSchema = z.object({ type: z.literal('file'), file: attachmentSchema })

/**
 * What a model thought. What its service wants back unchanged, when the conversation goes on,
 * comes along: a signature over the text, encrypted content, the id that the item had there.
 */
export const reasoningPartSchema = z.object({
  type: z.literal('reasoning'),
  text: z.string(),
  signature: z.string().optional(),
  encrypted: z.string().optional(),
  itemId: z.string().optional(),
})
export type ReasoningPart = z.infer<typeof reasoningPartSchema>

/** A tool that the model wants run. */
export const toolCallPartSchema = z.object({
  type: z.literal('toolCall'),
  id: z.string(),
  name: z.string(),
  /** As the model wrote them: JSON for most tools, free text for some. */
  arguments: z.string(),
  signature: z.string().optional(),
})
export type ToolCallPart = z.infer<typeof toolCallPartSchema>

/** What the tool said; it stands after its call. */
export const toolResultPartSchema = z.object({
  type: z.literal('toolResult'),
  id: z.string(),
  text: z.string(),
  failed: z.boolean(),
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
  /** All that was read, what came from a cache or went into one included. */
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cachedTokens: z.number().int().nonnegative().optional(),
  cacheWriteTokens: z.number().int().nonnegative().optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
})
export type Usage = z.infer<typeof usageSchema>

export const warningCodes = [
  /** A file was left out, as the model does not take its kind. Subject: the file's name. */
  'attachmentDropped',
  /** The service refused an option and was asked without it. Subject: the option. */
  'optionDropped',
  /** Earlier messages were left out, as the window is full. Subject: how many. */
  'earlierDropped',
  /** The model asked for more rounds of tools than one turn has. Subject: the limit. */
  'toolLimit',
  /** Another of the provider's keys answered. Subject: the number of the key, from 1. */
  'otherKey',
  /** Something that Parley can't show came in the answer. Subject: its type there. */
  'contentUnknown',
  /** The model waits for a tool that Parley has not. Subject: its name. */
  'toolNotOffered',
  /** A tool of the service's waits for the user's consent. Subject: its name. */
  'approvalNotOffered',
  /** More came than an answer may hold, which ended it. */
  'answerTooLong',
  /** More tools were called than an answer may call, which ended it. */
  'tooManyCalls',
  /** Sources past the limit were left out. */
  'sourcesLeftOut',
  /** Pictures past the limit were left out. */
  'filesLeftOut',
  /** Warnings past the limit were left out. */
  'warningsLeftOut',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** What went otherwise than asked, in an answer that came nevertheless. */
export const warningSchema = z.object({
  code: z.enum(warningCodes),
  subject: z.string().max(300).optional(),
})
export type Warning = z.infer<typeof warningSchema>
