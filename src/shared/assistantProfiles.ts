import { z } from 'zod'
import { conversationIdSchema } from './chat/chat.ts'
import { event, method, nothing } from './ipc/define.ts'
import {
  maxAnswerTokens,
  maxAssistantDescriptionLength,
  maxAssistantFileBytes,
  maxAssistantFiles,
  maxAssistantNameLength,
  maxAssistants,
  maxCardLength,
  maxEmojiLength,
  maxFileNameLength,
  maxInstructionsLength,
  maxOpeningQuestionLength,
  maxOpeningQuestions,
  maxStopWordLength,
  maxStopWords,
  maxTemperature,
} from './limits.ts'
import { modelReferenceSchema, reasoningEfforts } from './models.ts'

/** Choices for the answers of a chat. Null, or no stop words, leaves a choice to the service. */
const answerParametersSchema = z.object({
  /** Null takes the effort of the user's settings. */
  effort: z.enum(reasoningEfforts).nullable(),
  temperature: z.number().min(0).max(maxTemperature).nullable(),
  topP: z.number().positive().max(1).nullable(),
  /** The longest answer, in tokens. */
  maxTokens: z.number().int().min(1).max(maxAnswerTokens).nullable(),
  /** The answer ends before the first of these that appears. */
  stopWords: z.array(z.string().min(1).max(maxStopWordLength)).max(maxStopWords),
})
export type AnswerParameters = z.infer<typeof answerParametersSchema>

/** Everything that a request says beside the messages, tools and plugins of its chat. */
export const answerSetupSchema = answerParametersSchema.extend({
  /** Sent as the system prompt, exactly as written; empty for none. */
  instructions: z.string().max(maxInstructionsLength),
})
export type AnswerSetup = z.infer<typeof answerSetupSchema>

const assistantIdSchema = z.uuid()

/** The fields of an assistant that the user writes. */
export const assistantFieldsSchema = z.object({
  name: z.string().trim().min(1).max(maxAssistantNameLength),
  /** Empty for none. */
  emoji: z.string().trim().max(maxEmojiLength),
  /** Shown beside the name, and never sent. */
  description: z.string().trim().max(maxAssistantDescriptionLength).default(''),
  /** Messages that an empty chat with it offers. */
  openingQuestions: z
    .array(z.string().trim().min(1).max(maxOpeningQuestionLength))
    .max(maxOpeningQuestions)
    .default([]),
  /** The model of chats that begin with it; null leaves the choice as it is. */
  model: modelReferenceSchema.nullable(),
  setup: answerSetupSchema,
})
export type AssistantFields = z.infer<typeof assistantFieldsSchema>

const assistantSchema = assistantFieldsSchema.extend({ id: assistantIdSchema })
export type Assistant = z.infer<typeof assistantSchema>

const assistantCategories = ['writing', 'work', 'learning', 'code', 'life'] as const
export type AssistantCategory = (typeof assistantCategories)[number]

/** An assistant that comes with Parley, in the user's language. */
const builtInAssistantSchema = z.object({
  id: z.string(),
  category: z.enum(assistantCategories),
  fields: assistantFieldsSchema,
})
export type BuiltInAssistant = z.infer<typeof builtInAssistantSchema>

/** An assistant to be added, as a file describes it. */
const importedAssistantSchema = z.object({
  fields: assistantFieldsSchema,
  /** The character card that it was made from, as JSON; kept for exports, and never sent. */
  card: z.string().max(maxCardLength).nullable(),
})

/** An assistant that was found in a file, before it is added. */
const assistantPreviewSchema = importedAssistantSchema.extend({
  /** Parts of the file that are not imported, by their names in it. */
  left: z.array(z.string()),
  /** Whether the user's assistants hold it already. */
  isKnown: z.boolean(),
})
export type AssistantPreview = z.infer<typeof assistantPreviewSchema>

const assistantFilesPreviewSchema = z.object({
  found: z.array(assistantPreviewSchema),
  /** Names of entries that are no assistants, or none that can be used. */
  skipped: z.array(z.string()),
})
export type AssistantFilesPreview = z.infer<typeof assistantFilesPreviewSchema>

/** A file that may hold assistants. */
const assistantFileSchema = z.object({
  name: z.string().max(maxFileNameLength),
  bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= maxAssistantFileBytes),
})

/** The instructions and parameters of one chat. */
const chatSetupSchema = z.object({
  /** Null for “Plain”, which adds nothing to a request. */
  assistantId: assistantIdSchema.nullable(),
  /** The assistant's values with the chat's own in place of them, as requests carry them. */
  setup: answerSetupSchema,
  /** Whether any value is the chat's own. */
  hasOwn: z.boolean(),
  /** False if stored values can't be read: they are left out here, and no request is sent. */
  isReadable: z.boolean(),
})
export type ChatSetup = z.infer<typeof chatSetupSchema>

/** The parameters that a model takes, as far as is known before a request. */
export const takenParametersSchema = z.object({
  /** The highest temperature; null if it takes none. */
  maxTemperature: z.number().positive().nullable(),
  topP: z.boolean(),
  maxTokens: z.boolean(),
  /** Zero if it takes none. */
  maxStopWords: z.number().int().nonnegative(),
})
export type TakenParameters = z.infer<typeof takenParametersSchema>

/** A chat; null for the next new one. */
const chatInput = z.object({ conversationId: conversationIdSchema.nullable() })

export const assistantProfiles = {
  /** Returns all assistants, the oldest first. */
  list: method(nothing, z.array(assistantSchema)),
  /**
   * Creates an assistant if `id` is null, else replaces its fields. Chats that use it follow, in all
   * values that are not their own. Errors: assistantMissing, tooManyAssistants.
   */
  save: method(
    z.object({ id: assistantIdSchema.nullable(), fields: assistantFieldsSchema }),
    assistantSchema,
  ),
  /** Deletes an assistant. Chats that use it keep its values as their own. Errors: assistantMissing. */
  remove: method(z.object({ id: assistantIdSchema }), nothing),
  /** Returns the assistants that come with Parley. */
  builtIn: method(nothing, z.array(builtInAssistantSchema)),
  /**
   * Returns the user's copy of a built-in assistant, as the user has edited it; adds one if there is
   * none. Errors: assistantMissing, tooManyAssistants.
   */
  addBuiltIn: method(z.object({ id: z.string().max(100) }), assistantSchema),
  /**
   * Reads assistants from files of Parley and of other programs. Adds and fetches nothing. Errors:
   * unreadable, tooHeavy.
   */
  readFiles: method(
    z.object({ files: z.array(assistantFileSchema).min(1).max(maxAssistantFiles) }),
    assistantFilesPreviewSchema,
  ),
  /** Adds all of the assistants or, after an error, none. Errors: tooManyAssistants. */
  addAll: method(
    z.object({ assistants: z.array(importedAssistantSchema).max(maxAssistants) }),
    z.array(assistantSchema),
  ),
  /** Returns a file with assistants, and with their cards. Errors: assistantMissing. */
  exportFile: method(
    z.object({ ids: z.array(assistantIdSchema).min(1).max(maxAssistants) }),
    z.object({ text: z.string() }),
  ),
  /** Returns the instructions and parameters of a chat. */
  chat: method(chatInput, chatSetupSchema),
  /**
   * Gives a chat an assistant; null for “Plain”. The chat's own values stay. Errors:
   * assistantMissing, conversationMissing.
   */
  setAssistant: method(
    chatInput.extend({ assistantId: assistantIdSchema.nullable() }),
    chatSetupSchema,
  ),
  /**
   * Sets the values of a chat: those that differ from its assistant's become its own. Null takes
   * the assistant's again. Errors: conversationMissing.
   */
  setChat: method(chatInput.extend({ setup: answerSetupSchema.nullable() }), chatSetupSchema),
  /** Returns the parameters that a model takes with an effort. Sends nothing. */
  parameters: method(
    z.object({ model: modelReferenceSchema, effort: z.enum(reasoningEfforts) }),
    takenParametersSchema,
  ),
  changed: event(z.array(assistantSchema)),
  removed: event(z.object({ id: assistantIdSchema })),
}
