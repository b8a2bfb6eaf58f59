import { z } from 'zod'
import { event, method, nothing } from './ipc/define.ts'
import {
  maxFileNameLength,
  maxPromptBeginning,
  maxPromptCommandLength,
  maxPromptFileBytes,
  maxPromptTextLength,
  maxPromptNameLength,
  maxPrompts,
} from './limits.ts'

const promptIdSchema = z.uuid()

/** The parts of a prompt that the user writes. */
export const promptFieldsSchema = z.object({
  name: z.string().trim().min(1).max(maxPromptNameLength),
  /** A short name to type after the slash, without blanks and slashes; empty for none. */
  command: z
    .string()
    .max(maxPromptCommandLength)
    .regex(/^[^\s/]*$/u),
  /** Inserted into the draft; `{{name}}` in it is a variable (promptVariables.ts). */
  text: z
    .string()
    .max(maxPromptTextLength)
    .refine((text) => text.trim() !== ''),
})
export type PromptFields = z.infer<typeof promptFieldsSchema>

/** A prompt as lists show it. */
const promptSummarySchema = z.object({
  id: promptIdSchema,
  name: z.string(),
  command: z.string(),
  /** The beginning of its text, at most `maxPromptBeginning` UTF-16 units. */
  beginning: z.string().max(maxPromptBeginning),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  /** The number of its stored texts, with the present one. */
  versionCount: z.number().int(),
})
export type PromptSummary = z.infer<typeof promptSummarySchema>

/** A stored text of a prompt. The one with the highest number is the present one. */
const promptVersionSchema = z.object({
  number: z.number().int(),
  savedAt: z.number(),
  name: z.string(),
  beginning: z.string(),
})
export type PromptVersion = z.infer<typeof promptVersionSchema>

/** A prompt that was found in a file, before it is added. */
const foundPromptSchema = z.object({
  fields: promptFieldsSchema,
  /** Parts of its entry in the file that are not imported. */
  left: z.array(z.string()),
  /** Whether the library has a prompt with the same name, command and text. */
  isKnown: z.boolean(),
})

/** An entry of a file that can't be imported. */
export const skippedEntrySchema = z.object({
  /** Its place among the entries of the file; the first one is 1. */
  position: z.number().int(),
  /** Its name or command, shortened; empty if it has none. */
  name: z.string(),
  problem: z.enum(['noPrompt', 'noText', 'tooLong', 'tooMany']),
})
export type SkippedEntry = z.infer<typeof skippedEntrySchema>

const promptFilePreviewSchema = z.object({
  found: z.array(foundPromptSchema),
  /** The first of the entries that can't be imported. */
  skipped: z.array(skippedEntrySchema),
  /** The number of all that can't be imported, with those that are not named. */
  skippedCount: z.number().int(),
})
export type PromptFilePreview = z.infer<typeof promptFilePreviewSchema>

const promptInput = z.object({ id: promptIdSchema })

export const prompts = {
  /** Returns all prompts, the oldest first. */
  list: method(nothing, z.array(promptSummarySchema)),
  /** Returns the present fields of a prompt. Errors: promptMissing. */
  read: method(promptInput, promptFieldsSchema),
  /**
   * Creates a prompt if `id` is null, else gives it new fields and keeps the earlier ones as a
   * version. Errors: promptMissing, tooManyPrompts.
   */
  save: method(
    z.object({ id: promptIdSchema.nullable(), fields: promptFieldsSchema }),
    promptSummarySchema,
  ),
  /** Hides a prompt from every list until the next start, which erases it. Errors: promptMissing. */
  remove: method(promptInput, nothing),
  /** Takes a removal back. Errors: promptMissing after the next start, tooManyPrompts. */
  restore: method(promptInput, promptSummarySchema),
  /** Returns the stored texts of a prompt, the newest first. Errors: promptMissing. */
  versions: method(promptInput, z.array(promptVersionSchema)),
  /** Returns an earlier text of a prompt. Errors: promptMissing. */
  version: method(promptInput.extend({ number: z.number().int() }), promptFieldsSchema),
  /**
   * Reads prompts from a file of Parley or of Open WebUI. Adds nothing. Errors: unreadable,
   * tooHeavy.
   */
  readFile: method(
    z.object({
      name: z.string().max(maxFileNameLength),
      bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= maxPromptFileBytes),
    }),
    promptFilePreviewSchema,
  ),
  /** Adds all of the prompts or, after an error, none. Errors: tooManyPrompts. */
  addAll: method(
    z.object({ added: z.array(promptFieldsSchema).max(maxPrompts) }),
    z.array(promptSummarySchema),
  ),
  /** Returns a file with all prompts, without their earlier versions. */
  exportFile: method(nothing, z.object({ text: z.string(), count: z.number().int() })),
  /**
   * Returns the text in the clipboard for a prompt with the variable `{{clipboard}}`, at most
   * `maxPromptTextLength` UTF-16 units. Asks in main's own dialog at the first use after a start.
   * Errors: promptMissing, also for a prompt without that variable, consentRefused, timeout.
   */
  clipboardText: method(promptInput, z.object({ text: z.string(), isCut: z.boolean() })),
  changed: event(z.array(promptSummarySchema)),
  removed: event(promptInput),
}
