import { z } from 'zod'
import { method } from '../ipc/define.ts'
import { maxDescriptionLength, maxModelIdLength } from '../limits.ts'
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
  /** The model, or at Azure the deployment, that writes down the user's words; empty for the usual one. */
  transcription: z.string().trim().max(maxModelIdLength),
})
export type RealtimePreferences = z.infer<typeof realtimePreferencesSchema>

export const defaultRealtimePreferences: RealtimePreferences = {
  model: null,
  voice: 'marin',
  transcription: '',
}

/** A WebRTC session description in the format of RFC 8866 (SDP). */
const descriptionSchema = z.string().min(1).max(maxDescriptionLength)

const connectSchema = z.object({
  offer: descriptionSchema,
  /** The chat whose tools the model may call; null for the next new one. */
  conversationId: z.uuid().nullable(),
})
export type ConnectInput = z.infer<typeof connectSchema>

/**
 * Sessions with models that hear and speak. The sound travels between the page and the service by
 * WebRTC. Keys and tokens stay in main.
 */
export const realtime = {
  /**
   * Starts a session with the model selected in the settings. Takes the page's session description
   * (offer) and returns the service's answer. Errors: modelMissing, notSupported,
   * transcriptionMissing, those of a request to a provider.
   */
  connect: method(
    connectSchema,
    z.object({
      answer: descriptionSchema,
      model: modelReferenceSchema,
      /** The names of the tools that the service has refused: the model can't call them. */
      refusedTools: z.array(z.string()),
    }),
  ),
}
