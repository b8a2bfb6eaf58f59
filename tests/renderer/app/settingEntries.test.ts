import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { interpolation } from '../../../src/renderer/core/i18n.ts'
import { rankEntries, settingEntries } from '../../../src/renderer/app/settingEntries.ts'
import type { PaletteContext } from '../../../src/renderer/app/settingEntries.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import {
  isSettingShown,
  settingIds,
  settingsTable,
} from '../../../src/renderer/settings/settingsTable.ts'
import { preferencesSchema, settingsSchema } from '../../../src/shared/settings.ts'

const preferences = preferencesSchema.parse(settingsSchema.parse({}))

beforeAll(async () => {
  const resources = { 'en-US': { translation: texts } }
  await i18next.init({ lng: 'en-US', resources, interpolation })
})

const contextNow = (): PaletteContext => ({
  t: i18next.t,
  language: 'en-US',
  preferences,
  models: [{ providerId: 'cloud', modelId: 'dark-1', name: 'Darkness', local: false }],
  providers: [{ id: 'cloud', name: 'Cloud', kind: 'openai-compatible', enabled: true }] as never,
})

const find = (query: string) => rankEntries(settingEntries(contextNow()), query)
const labelsFor = (query: string): string[] => find(query).map(({ label }) => label)

test.each(settingIds.filter((id) => isSettingShown(id, preferences)))('%s is found', (id) => {
  const found = find(i18next.t(settingsTable[id].titleKey)).map((entry) => entry.id)
  expect(found.some((entry) => entry.split(' ')[1] === id)).toBe(true)
})

test('a setting is found by what it is called and by its values', () => {
  expect(labelsFor('dark')[0]).toBe('Theme: Dark')
  expect(labelsFor('theme')).toEqual(
    expect.arrayContaining(['Theme: System', 'Theme: Light', 'Theme: Dark']),
  )
  expect(labelsFor('german')[0]).toBe('Language: Deutsch')
  expect(labelsFor('default model darkness')[0]).toBe('Default model: Darkness')
  expect(labelsFor('sounds off')[0]).toBe('Sounds: Off')
})

test('a model alone does not bring up every setting that could have it', () => {
  expect(labelsFor('darkness')).toEqual([])
  expect(labelsFor('default')).toContain('Default model: Darkness')
})

test('the value that a setting has now is marked', () => {
  const current = find('theme').filter(({ isCurrent }) => isCurrent)
  expect(current.map(({ label }) => label)).toEqual(['Theme: System'])
})

test('the settings of a provider are found by its name', () => {
  const labels = labelsFor('cloud')
  expect(labels).toEqual(
    expect.arrayContaining(['Cloud: API key', 'Cloud: Base URL', 'Turn off Cloud']),
  )
})
