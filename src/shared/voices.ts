import { z } from 'zod'
import { method } from './ipc/define.ts'
import { locales } from './languages.ts'
import { modelReferenceSchema, providerIdSchema } from './models.ts'
import { keySources } from './providers.ts'

/** Source: OpenAI's API description, /audio/speech. */
export const spokenLengthMaximum = 4096
export const speedMinimum = 0.5
export const speedMaximum = 2
/** Per cent above or below the voice's own pitch. */
export const pitchMaximum = 50

/** The id under which the key of Azure Speech is kept, as a provider's would be. */
export const azureSpeechId = 'azure-speech'

const voiceName = z.string().min(1).max(200)

/** A voice, in any of the three families. */
export const voiceReferenceSchema = z.discriminatedUnion('family', [
  /** A server that speaks OpenAI's /audio/speech, on this machine or not. */
  z.object({
    family: z.literal('openAi'),
    providerId: providerIdSchema,
    modelId: z.string().min(1).max(200),
    voice: voiceName,
  }),
  /** One of Microsoft's neural voices, through Azure Speech. */
  z.object({ family: z.literal('neural'), voice: voiceName }),
  /** The operating system's, as the page has it. */
  z.object({ family: z.literal('system'), voice: voiceName }),
  /** A program on this machine; today espeak-ng. */
  z.object({ family: z.literal('program'), voice: voiceName }),
])
export type VoiceReference = z.infer<typeof voiceReferenceSchema>

/** A voice whose sound main makes; the system's speak in the page. */
export const soundVoiceSchema = voiceReferenceSchema.refine(({ family }) => family !== 'system')

export const voiceSchema = z.object({
  reference: voiceReferenceSchema,
  /** In the voice's own script. */
  name: z.string(),
  /** What it speaks best, as a language tag; null for one that speaks them all. */
  locale: z.string().nullable(),
  /** Who makes the sound, for the list: a provider's name or a program's. */
  source: z.string(),
})
export type Voice = z.infer<typeof voiceSchema>

const favouriteVoicesSchema = z.partialRecord(z.enum(locales), voiceReferenceSchema)
export type FavouriteVoices = z.infer<typeof favouriteVoicesSchema>

export const voicePreferencesSchema = z.object({
  /** The favourite of each language. */
  favourites: favouriteVoicesSchema,
  /** What a model wrote is read by its own favourite, in the languages in which it has one. */
  modelFavourites: z
    .array(modelReferenceSchema.extend({ favourites: favouriteVoicesSchema }))
    .max(200)
    // Settings from before models had voices are kept.
    .default([]),
  speed: z.number().min(speedMinimum).max(speedMaximum),
  pitch: z.number().min(-pitchMaximum).max(pitchMaximum),
  /** Every answer is read aloud as it is written. */
  readAnswers: z.boolean(),
  /** Azure's region, such as `westeurope`; empty while there is none. */
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
  text: z.string().trim().min(1).max(spokenLengthMaximum),
  voice: soundVoiceSchema,
  speed: z.number().min(speedMinimum).max(speedMaximum),
  pitch: z.number().min(-pitchMaximum).max(pitchMaximum),
})
export type SpeakInput = z.infer<typeof speakSchema>

export const voices = {
  /** Where the key of Azure Speech lies; it is set and removed as `secrets` says. */
  azureKey: method(z.object({}), z.object({ source: z.enum(keySources) })),
  /** The voices for a language that main can reach; the page adds the system's own. */
  list: method(z.object({ locale: z.enum(locales) }), z.array(voiceSchema)),
  /**
   * Has a sentence spoken. `address` is where the app serves the sound; the same sentence by the
   * same voice is made once.
   */
  speak: method(speakSchema, z.object({ address: z.string() })),
  /** The sound of several sentences as one file, in their order. */
  join: method(
    z.object({ sentences: z.array(speakSchema).min(1).max(2000) }),
    z.object({ address: z.string(), extension: z.enum(['mp3', 'wav']) }),
  ),
}
