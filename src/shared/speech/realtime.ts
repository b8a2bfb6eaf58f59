import { z } from 'zod'
import { method } from '../ipc/define.ts'
import { maxDescriptionLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'

/**
 * The recommended voices come first. Source: OpenAI's API description,
 * RealtimeSessionCreateRequestGA.
 */
const realtimeVoices = [
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
  /**
   * The model that speaks; null means the chat's own model, with Parley transcribing and reading
   * aloud.
   */
  model: modelReferenceSchema.nullable(),
  voice: z.enum(realtimeVoices),
})
export type RealtimePreferences = z.infer<typeof realtimePreferencesSchema>

export const defaultRealtimePreferences: RealtimePreferences = { model: null, voice: 'marin' }

/** A WebRTC session description in the format of RFC 8866 (SDP). */
const descriptionSchema = z.string().min(1).max(maxDescriptionLength)

/**
 * Sessions with models that hear and speak. The sound travels between the page and the service by
 * WebRTC. Keys and tokens stay in main.
 */
export const realtime = {
  /**
   * Starts a session with the model selected in the settings. Takes the page's session description
   * (offer) and returns the service's answer. Errors: modelMissing, notSupported, those of a
   * request to a provider.
   */
  connect: method(
    z.object({ offer: descriptionSchema }),
    z.object({ answer: descriptionSchema, model: modelReferenceSchema }),
  ),
}
