import { z } from 'zod'
import { method } from './ipc/define.ts'
import { modelReferenceSchema } from './models.ts'

/** Source: OpenAI's API description, RealtimeSessionCreateRequestGA; the recommended ones first. */
export const realtimeVoices = [
  'marin',
  'cedar',
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'sage',
  'shimmer',
  'verse',
] as const
export type RealtimeVoice = (typeof realtimeVoices)[number]

export const realtimePreferencesSchema = z.object({
  /** What answers by voice; null for the chat's own model, heard and read aloud by Parley. */
  model: modelReferenceSchema.nullable(),
  voice: z.enum(realtimeVoices),
})
export type RealtimePreferences = z.infer<typeof realtimePreferencesSchema>

export const defaultRealtimePreferences: RealtimePreferences = { model: null, voice: 'marin' }

/** A session description of WebRTC, as RFC 8866 has it. */
const descriptionSchema = z.string().min(1).max(100_000)

export const realtimeModelSchema = modelReferenceSchema.extend({
  /** Display name of the provider. */
  provider: z.string(),
})
export type RealtimeModel = z.infer<typeof realtimeModelSchema>

/**
 * Conversations by voice with a model that hears and speaks itself. The sound goes between the
 * page and the service by WebRTC; keys and tokens stay in main.
 */
export const realtime = {
  /** What there is to choose from; a provider that does not answer in time has no models. */
  choices: method(
    z.object({}),
    z.object({ models: z.array(realtimeModelSchema), voices: z.array(z.enum(realtimeVoices)) }),
  ),
  /**
   * Calls the model of the settings: gives the service's description for the page's own.
   * Errors: modelMissing, notSupported, those of a request to a provider.
   */
  call: method(
    z.object({ offer: descriptionSchema }),
    z.object({ answer: descriptionSchema, model: modelReferenceSchema }),
  ),
}
