import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { interpolation } from '../../../src/renderer/core/i18n.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import type { Choice, ChoiceContext } from '../../../src/renderer/settings/choices.ts'
import { settingIds, settingsTable } from '../../../src/renderer/settings/settingsTable.ts'
import type { Setting, SettingId } from '../../../src/renderer/settings/settingsTable.ts'
import { preferencesSchema, settingsSchema } from '../../../src/shared/settings.ts'
import type { Preferences } from '../../../src/shared/settings.ts'

const folder = fileURLToPath(new URL('../../../src/renderer/', import.meta.url))
const preferences: Preferences = preferencesSchema.parse(settingsSchema.parse({}))
const model = { providerId: 'cloud', modelId: 'large', name: 'Large', local: false }
const choices = settingIds.flatMap((id): [SettingId, Choice][] => {
  const setting: Setting = settingsTable[id]
  return setting.choice ? [[id, setting.choice]] : []
})

const contextIn = (language: string): ChoiceContext => ({
  t: i18next.t,
  language,
  preferences,
  models: [model],
  providers: [{ id: 'cloud', name: 'The Cloud' } as ChoiceContext['providers'][number]],
})

beforeAll(async () => {
  const resources = { 'en-US': { translation: texts } }
  await i18next.init({ lng: 'en-US', resources, interpolation })
})

test('the pages show what is in the table, each once', () => {
  const sources = globSync('**/*.tsx', { cwd: folder }).map((file) =>
    readFileSync(folder + file, 'utf8'),
  )
  const shown = sources.flatMap((source) =>
    [...source.matchAll(/<\w*Setting(?:Row|Block)?\s[^>]*?setting="(\w+)"/g)].map(([, id]) => id),
  )
  const hotkeys = ['toggleHotkey', 'holdHotkey', 'readSelectionHotkey']
  expect(sources.some((source) => source.includes('setting={`${hotkey}Hotkey`}'))).toBe(true)
  const all = [...shown, ...hotkeys].map(String)
  expect(all.toSorted()).toEqual(settingIds.toSorted())
})

test.each(choices)('%s has its values, and each is taken as it is', (_id, choice) => {
  const options = choice.options(contextIn('en-US'))
  const values = options.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain(choice.valueOf(preferences))
  for (const { value, label } of options) {
    expect(label).toMatch(/^[^{}]+$/)
    const changed = preferencesSchema.parse({
      ...preferences,
      ...choice.patchFor(value, preferences),
    })
    expect(choice.valueOf(changed)).toBe(value)
  }
})

/** The preferences that these settings change, which have no fixed values. */
const setOnPages: Partial<Record<SettingId, string[]>> = {
  voice: ['voices.favourites', 'voices.modelFavourites'],
  azureSpeechRegion: ['voices.azureRegion'],
  teamAddress: ['knowledge.teamAddress'],
  pictureModel: ['media.chatModel'],
  realtimeModel: ['realtime.model'],
  realtimeVoice: ['realtime.voice'],
  realtimeTranscription: ['realtime.transcription'],
  microphone: ['speech.microphone'],
  speechEngine: ['speech.engine'],
  toggleHotkey: ['dictation.hotkeys'],
  appModes: ['dictation.modes'],
}
/** Preferences without a setting: a list of their own or the user's actions change them, or only the file does. */
const elsewhere = [
  'chats.sort',
  'favouriteModels',
  'recentModels',
  'reasoningEffort',
  'speech.historyCount',
  'speech.servers',
  'shortcuts',
]

test('every preference is a setting in the table', () => {
  const ofChoices = choices.flatMap(([, choice]) => {
    const other = choice.options(contextIn('en-US')).at(-1)?.value ?? ''
    const before = choice.valueOf(preferences)
    const value = other === before ? (choice.options(contextIn('en-US'))[0]?.value ?? '') : other
    return changedFields(choice.patchFor(value, preferences))
  })
  const set = [...ofChoices, ...Object.values(setOnPages).flat(), ...elsewhere]
  expect(set.toSorted()).toEqual(fieldsOf(preferences).toSorted())
})

const groups = new Set(
  Object.entries(preferencesSchema.shape).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject ? name : [],
  ),
)

function fieldsOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    groups.has(name) ? Object.keys(value as object).map((field) => `${name}.${field}`) : [name],
  )
}

function changedFields(patch: Partial<Preferences>): string[] {
  const textOf = (source: object, path: string): string =>
    JSON.stringify(path.split('.').reduce<unknown>((part, key) => (part as never)[key], source))
  return fieldsOf(patch).filter((path) => textOf(patch, path) !== textOf(preferences, path))
}

test('a language is found by its own name, in English and in the language of the interface', () => {
  const german = settingsTable.language.choice
    .options(contextIn('fr-FR'))
    .find(({ value }) => value === 'de-DE')
  expect(german).toMatchObject({ label: 'Deutsch', description: 'allemand' })
  expect(german).toHaveProperty('alsoCalled', expect.arrayContaining(['allemand', 'German']))
})
