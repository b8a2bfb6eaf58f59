import { z } from 'zod'
import { defaultDictationPreferences, dictationPreferencesSchema } from './dictation.ts'
import { event, method } from './ipc/define.ts'
import { locales } from './languages.ts'
import { modelReferenceSchema, providerIdSchema, reasoningEfforts } from './models.ts'
import { providerConfigSchema } from './providers.ts'
import { defaultRealtimePreferences, realtimePreferencesSchema } from './realtime.ts'
import { defaultSpeechPreferences, speechPreferencesSchema } from './speech.ts'
import { defaultVoicePreferences, voicePreferencesSchema } from './voices.ts'

export const themes = ['system', 'light', 'dark'] as const
export const fontSizeMinimum = 12
export const fontSizeMaximum = 24
export const fontSizeDefault = 15
export const recentModelsMaximum = 8

const preferencesShape = {
  theme: z.enum(themes),
  /** `system` follows the languages of the operating system. */
  language: z.enum(['system', ...locales]),
  /** Pixels of the conversation's text; everything else scales with it. */
  fontSize: z.number().int().min(fontSizeMinimum).max(fontSizeMaximum),
  /** What a new chat starts with; null means the one used last, or none yet. */
  defaultModel: modelReferenceSchema.nullable(),
  /** In the order in which they were marked. */
  favouriteModels: z.array(modelReferenceSchema).max(200),
  /** The models used last, the latest first. */
  recentModels: z.array(modelReferenceSchema).max(recentModelsMaximum),
  reasoningEffort: z.enum(reasoningEfforts),
  speech: speechPreferencesSchema,
  dictation: dictationPreferencesSchema,
  voices: voicePreferencesSchema,
  realtime: realtimePreferencesSchema,
}

/** What the page may read and change. */
export const preferencesSchema = z.object(preferencesShape)
export type Preferences = z.infer<typeof preferencesSchema>

/** The bounds of the main window, in device-independent pixels. */
export const windowStateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof windowStateSchema>

/** What the user has allowed in a dialog of main's, origin by origin. */
export const originPermissionSchema = z.object({
  /** A key over plain http, or requests that are signed with a profile of the AWS files. */
  kind: z.enum(['plainHttp', 'awsProfile']),
  origin: z.string().max(2000),
})
export type OriginPermission = z.infer<typeof originPermissionSchema>

/**
 * A group of settings in the file, each field of which has a default: one that is added later must
 * not make the groups unreadable that were written before. The bridge takes whole groups alone.
 */
function group<Schema extends z.ZodType>(schema: Schema, defaults: z.output<Schema>) {
  return z.preprocess((value) => complete(value, defaults), schema).default(defaults as never)
}

function complete(value: unknown, defaults: unknown): unknown {
  if (!isFields(value) || !isFields(defaults)) return value
  const missing = Object.entries(defaults).map(([name, preset]) => [
    name,
    Object.hasOwn(value, name) ? complete(value[name], preset) : preset,
  ])
  return { ...value, ...Object.fromEntries(missing) }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The settings file, whole. */
export const settingsSchema = z.object({
  theme: preferencesShape.theme.default('system'),
  language: preferencesShape.language.default('system'),
  fontSize: preferencesShape.fontSize.default(fontSizeDefault),
  defaultModel: preferencesShape.defaultModel.default(null),
  favouriteModels: preferencesShape.favouriteModels.default([]),
  recentModels: preferencesShape.recentModels.default([]),
  reasoningEffort: preferencesShape.reasoningEffort.default('auto'),
  speech: group(preferencesShape.speech, defaultSpeechPreferences),
  dictation: group(preferencesShape.dictation, defaultDictationPreferences),
  voices: group(preferencesShape.voices, defaultVoicePreferences),
  realtime: group(preferencesShape.realtime, defaultRealtimePreferences),
  providers: z.array(providerConfigSchema).default([]),
  window: windowStateSchema.nullable().default(null),
  originPermissions: z.array(originPermissionSchema).default([]),
  /**
   * Where the keys belong that lie in the keychain without an origin, by the ids of their owners:
   * written with the first change of an address; null until then, while the addresses tell it.
   */
  oldKeyOrigins: z.record(providerIdSchema, z.string()).nullable().default(null),
})
export type Settings = z.infer<typeof settingsSchema>

export const settings = {
  get: method(z.object({}), preferencesSchema),
  update: method(preferencesSchema.partial(), preferencesSchema),
  changed: event(preferencesSchema),
}
