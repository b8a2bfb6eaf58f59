import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { interpolation } from '../../../src/renderer/core/i18n.ts'
import { settingsSections } from '../../../src/renderer/core/settingsTarget.ts'
import { settingSearch } from '../../../src/renderer/app/settingSearch.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import {
  isSettingShown,
  settingIds,
  settingsTable,
} from '../../../src/renderer/settings/settingsTable.ts'
import { preferencesSchema, settingsSchema } from '../../../src/shared/settings.ts'

const preferences = preferencesSchema.parse(settingsSchema.parse({ theme: 'dark' }))

beforeAll(async () => {
  const resources = { 'en-US': { translation: texts } }
  await i18next.init({ lng: 'en-US', resources, interpolation })
})

const provider = (id: string, found: boolean): object => ({
  id,
  name: id,
  kind: 'openai-compatible',
  baseUrl: `https://${id}.example`,
  enabled: false,
  found,
})

const find = (query: string) =>
  settingSearch({
    t: i18next.t,
    language: 'en-US',
    preferences,
    models: [{ providerId: 'Cloud', modelId: 'dark-1', name: 'Darkness', local: false }],
    providers: [provider('Cellar', false), provider('Cloud', true)] as never,
  })(query)

test.each(settingIds.filter((id) => isSettingShown(id, preferences)))('%s is found once', (id) => {
  const found = find(i18next.t(settingsTable[id].titleKey)).map((result) => result.id)
  expect(found.filter((result) => result === `setting ${id}`)).toHaveLength(1)
})

test.each(settingsSections)('the section %s is found', (section) => {
  const title = i18next.t(`settings.sections.${section}`)
  expect(find(title)[0]).toMatchObject({ id: `section ${section}`, title })
})

test('a setting has its section and value, and its other values find it too', () => {
  const theme = { title: 'Theme', section: 'General', value: 'Dark' }
  expect(find('theme')[0]).toMatchObject(theme)
  expect(find('light')[0]).toMatchObject(theme)
  expect(find('german')[0]).toMatchObject({ title: 'Language', section: 'General' })
})

test('a model does not bring up every setting that could have it', () => {
  expect(find('darkness')).toEqual([])
})

test('the fields of a provider are found, those of one that runs first', () => {
  expect(find('api key').map(({ title }) => title)).toEqual([
    'Providers',
    'Azure Speech: API key',
    'Cloud: API key',
    'Cellar: API key',
    // Its hint mentions one.
    'Delete at fal once it’s here',
  ])
  expect(find('cloud enabled')[0]).toMatchObject({ title: 'Cloud: Enabled', value: 'Off' })
  expect(find('cloud.example')[0]).toMatchObject({ title: 'Cloud: Base URL' })
})
