import { z } from 'zod'
import { method, nothing } from '../ipc/define.ts'
import { maxPitchPercent, maxSpeed, minSpeed, maxSpokenLength } from '../limits.ts'
import { locales } from '../languages.ts'
import { modelIdSchema, modelReferenceSchema, providerIdSchema } from '../models.ts'
import { keySources } from '../providers.ts'

/** The id that stores the key of Azure Speech, in place of a provider's id. */
export const azureSpeechId = 'azure-speech'

const voiceName = z.string().min(1).max(200)

/** A reference to a voice. */
export const voiceReferenceSchema = z.discriminatedUnion('family', [
  /** A voice of a server with OpenAI's /audio/speech API, local or remote. */
  z.object({
    family: z.literal('openAi'),
    providerId: providerIdSchema,
    modelId: modelIdSchema,
    voice: voiceName,
  }),
  /** A voice of a model at fal, each sentence of which is paid for. */
  z.object({
    family: z.literal('fal'),
    providerId: providerIdSchema,
    modelId: modelIdSchema,
    voice: voiceName,
  }),
  /** A neural voice of Microsoft, through Azure Speech. */
  z.object({ family: z.literal('neural'), voice: voiceName }),
  /** A voice of the operating system, which speaks in the page. */
  z.object({ family: z.literal('system'), voice: voiceName }),
  /** A voice of a program on this machine; today espeak-ng. */
  z.object({ family: z.literal('program'), voice: voiceName }),
])
export type VoiceReference = z.infer<typeof voiceReferenceSchema>
export type FalVoiceReference = Extract<VoiceReference, { family: 'fal' }>

/** A voice whose sound main produces. System voices speak in the page. */
const soundVoiceSchema = voiceReferenceSchema.refine(({ family }) => family !== 'system')

const voiceSchema = z.object({
  reference: voiceReferenceSchema,
  /** The name in the voice's own script. */
  name: z.string(),
  /** The language tag of its best language; null if it speaks all languages. */
  locale: z.string().nullable(),
  /** The origin shown in the list: the name of a provider or program. */
  source: z.string(),
})
export type Voice = z.infer<typeof voiceSchema>

const favouriteVoicesSchema = z.partialRecord(z.enum(locales), voiceReferenceSchema)
export type FavouriteVoices = z.infer<typeof favouriteVoicesSchema>

export const voicePreferencesSchema = z.object({
  /** The favourite voice for each language. */
  favourites: favouriteVoicesSchema,
  /** The favourite voices for answers of one model. They take precedence in their languages. */
  modelFavourites: z
    .array(modelReferenceSchema.extend({ favourites: favouriteVoicesSchema }))
    .max(200)
    // Older settings lack this field.
    .default([]),
  speed: z.number().min(minSpeed).max(maxSpeed),
  pitch: z.number().min(-maxPitchPercent).max(maxPitchPercent),
  /** Reads every answer aloud while it is being written. */
  readAnswers: z.boolean(),
  /** The Azure region, such as `westeurope`; empty if none is set. */
  azureRegion: z.string().regex(/^[a-z0-9]{0,40}$/),
})
export type VoicePreferences = z.infer<typeof voicePreferencesSchema>

export const defaultVoicePreferences: VoicePreferences = {
  favourites: {},
  modelFavourites: [],
  speed: 1,
  pitch: 0,
  readAnswers: false,
  azureRegion: '',
}

const speakSchema = z.object({
  text: z.string().trim().min(1).max(maxSpokenLength),
  voice: soundVoiceSchema,
  speed: z.number().min(minSpeed).max(maxSpeed),
  pitch: z.number().min(-maxPitchPercent).max(maxPitchPercent),
})
export type SpeakInput = z.infer<typeof speakSchema>

export const voices = {
  /**
   * Returns where the key of Azure Speech is stored. The methods of `secrets` set and remove it.
   */
  azureKey: method(nothing, z.object({ source: z.enum(keySources) })),
  /** Returns the voices that main can reach for a language. The page adds the system's voices. */
  list: method(z.object({ locale: z.enum(locales) }), z.array(voiceSchema)),
  /**
   * Synthesises a sentence and returns the app's own address for its sound. Caches the sound of a
   * sentence for each voice.
   */
  speak: method(speakSchema, z.object({ address: z.string() })),
  /** Returns the sound of several sentences as one file, in order. */
  join: method(
    z.object({ sentences: z.array(speakSchema).min(1).max(2000) }),
    z.object({ address: z.string(), extension: z.enum(['mp3', 'wav']) }),
  ),
}
