import { z } from 'zod'
import { appearancePreferencesSchema, defaultAppearancePreferences } from './appearance.ts'
import { chatPreferencesSchema, defaultChatPreferences } from './chat/chatPreferences.ts'
import { defaultDictationPreferences, dictationPreferencesSchema } from './speech/dictation.ts'
import { event, method, nothing } from './ipc/define.ts'
import { maxFavouriteModels, maxFontSize, minFontSize, maxRecentModels } from './limits.ts'
import {
  defaultKnowledgePreferences,
  knowledgePreferencesSchema,
} from './knowledge/knowledgePreferences.ts'
import { locales } from './languages.ts'
import { defaultMediaPreferences, mediaPreferencesSchema } from './media/mediaPreferences.ts'
import { modelReferenceSchema, providerIdSchema, reasoningEfforts } from './models.ts'
import { addressSchema, providerConfigSchema } from './providers.ts'
import { shortcutPreferencesSchema } from './shortcutPreferences.ts'
import { defaultRealtimePreferences, realtimePreferencesSchema } from './speech/realtime.ts'
import { defaultToolPreferences, toolPreferencesSchema } from './plugins/tools.ts'
import { defaultSpeechPreferences, speechPreferencesSchema } from './speech/speech.ts'
import { defaultVoicePreferences, voicePreferencesSchema } from './speech/voices.ts'
import { defaultSpendingRules, spendingRulesSchema } from './spending.ts'
import {
  defaultUpdateMemory,
  defaultUpdatePreferences,
  updateMemorySchema,
  updatePreferencesSchema,
} from './updates.ts'

const themes = ['system', 'light', 'dark'] as const
const fontSizeDefault = 15

const preferencesShape = {
  theme: z.enum(themes),
  /** `system` follows the language of the operating system. */
  language: z.enum(['system', ...locales]),
  /** The font size of conversations in pixels. Everything else scales with it. */
  fontSize: z.number().int().min(minFontSize).max(maxFontSize),
  appearance: appearancePreferencesSchema,
  /** The model of a new chat; null means the model used last, if any. */
  defaultModel: modelReferenceSchema.nullable(),
  /** In the order in which the user marked them. */
  favouriteModels: z.array(modelReferenceSchema).max(maxFavouriteModels),
  /** The models used last, latest first. */
  recentModels: z.array(modelReferenceSchema).max(maxRecentModels),
  reasoningEffort: z.enum(reasoningEfforts),
  chats: chatPreferencesSchema,
  speech: speechPreferencesSchema,
  dictation: dictationPreferencesSchema,
  voices: voicePreferencesSchema,
  realtime: realtimePreferencesSchema,
  tools: toolPreferencesSchema,
  knowledge: knowledgePreferencesSchema,
  media: mediaPreferencesSchema,
  updates: updatePreferencesSchema,
  shortcuts: shortcutPreferencesSchema,
}

/** The settings that the page may read and change. */
export const preferencesSchema = z.object(preferencesShape)
export type Preferences = z.infer<typeof preferencesSchema>

/** The bounds of the main window in device-independent pixels. */
const windowStateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof windowStateSchema>

/** The permissions that the user has given in main's dialogs, one for each origin. */
const originPermissionSchema = z.object({
  /** A key over plain http, or requests signed with a profile of the AWS files. */
  kind: z.enum(['plainHttp', 'awsProfile']),
  origin: addressSchema,
})
export type OriginPermission = z.infer<typeof originPermissionSchema>

/**
 * A group of settings in the file. Each field has a default, so that a field added later does not
 * make older files unreadable. The bridge takes whole groups only.
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

/** The schema of the whole settings file. */
export const settingsSchema = z.object({
  theme: preferencesShape.theme.default('system'),
  language: preferencesShape.language.default('system'),
  fontSize: preferencesShape.fontSize.default(fontSizeDefault),
  appearance: group(preferencesShape.appearance, defaultAppearancePreferences),
  defaultModel: preferencesShape.defaultModel.default(null),
  favouriteModels: preferencesShape.favouriteModels.default([]),
  recentModels: preferencesShape.recentModels.default([]),
  reasoningEffort: preferencesShape.reasoningEffort.default('auto'),
  chats: group(preferencesShape.chats, defaultChatPreferences),
  speech: group(preferencesShape.speech, defaultSpeechPreferences),
  dictation: group(preferencesShape.dictation, defaultDictationPreferences),
  voices: group(preferencesShape.voices, defaultVoicePreferences),
  realtime: group(preferencesShape.realtime, defaultRealtimePreferences),
  tools: group(preferencesShape.tools, defaultToolPreferences),
  knowledge: group(preferencesShape.knowledge, defaultKnowledgePreferences),
  media: group(preferencesShape.media, defaultMediaPreferences),
  updates: group(preferencesShape.updates, defaultUpdatePreferences),
  shortcuts: preferencesShape.shortcuts.default({}),
  providers: z.array(providerConfigSchema).default([]),
  window: windowStateSchema.nullable().default(null),
  originPermissions: z.array(originPermissionSchema).default([]),
  /**
   * The origins of keychain keys that were stored without one, by the ids of their owners. Written
   * with the first change of an address; until then null, and the present addresses apply.
   */
  oldKeyOrigins: z.record(providerIdSchema, z.string()).nullable().default(null),
  updateMemory: group(updateMemorySchema, defaultUpdateMemory),
  spending: group(spendingRulesSchema, defaultSpendingRules),
})
export type Settings = z.infer<typeof settingsSchema>

export const settings = {
  get: method(nothing, preferencesSchema),
  update: method(preferencesSchema.partial(), preferencesSchema),
  changed: event(preferencesSchema),
}
