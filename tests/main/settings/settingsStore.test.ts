import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ZodError } from 'zod'
import type { AppError } from '../../../src/shared/errors.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import type { SettingsDependencies } from '../../../src/main/settings/settingsStore.ts'
import { providerConfigSchema } from '../../../src/shared/providers.ts'
import { preferencesSchema, settingsSchema } from '../../../src/shared/settings.ts'
import { defaultVoicePreferences } from '../../../src/shared/speech/voices.ts'
import type { VoiceReference } from '../../../src/shared/speech/voices.ts'
import { createSettingsHandlers } from '../../../src/main/settings/handlers.ts'
import { openStore } from './openRealStore.ts'

const defaults = settingsSchema.parse({})
const asideName = 'settings.broken-2026-11-21T10-20-30.json'
const provider = providerConfigSchema.parse({
  id: 'openai',
  kind: 'openai-compatible',
  presetId: 'openai',
  name: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
})

const germanVoice: VoiceReference = { family: 'program', voice: 'de' }

let folder: string
let file: string

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'parley-settings-')), 'not yet there')
  file = join(folder, 'settings.json')
})

function open(dependencies: Partial<SettingsDependencies> = {}) {
  const events: unknown[] = []
  const settings = createSettings({
    folder,
    openStore,
    broadcast: (_name, payload) => void events.push(payload),
    now: () => new Date('2026-11-21T10:20:30.400Z'),
    ...dependencies,
  })
  return { settings, events }
}

function put(content: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, content)
}

test('starts with the defaults, and writes nothing before there is a change', () => {
  const { settings } = open()
  expect(settings.get()).toEqual(defaults)
  expect(settings.notices).toEqual([])
  expect(existsSync(file)).toBe(false)
})

test('keeps changes for the next start, and tells them', () => {
  const { settings, events } = open()
  settings.update({ theme: 'dark', fontSize: 20 })
  settings.update({ providers: [provider] })
  settings.update({ theme: 'dark', language: undefined })
  expect(open().settings.get()).toEqual({
    ...defaults,
    theme: 'dark',
    fontSize: 20,
    providers: [provider],
  })
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ theme: 'dark', fontSize: 20 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.each([
  ['no JSON', '{"theme": "dark"'],
  ['empty', ''],
  ['binary', '\u0000\u0001\u0002'],
  ['a list', '[1, 2]'],
  ['a word', '"dark"'],
  ['null', 'null'],
])('a file that is %s is set aside, told, and replaced by the defaults', (_name, content) => {
  put(content)
  const { settings } = open()
  expect(settings.get()).toEqual(defaults)
  expect(settings.notices).toMatchObject([
    { code: 'settingsDamaged', details: { subject: asideName } },
  ])
  expect(readFileSync(join(folder, asideName), 'utf8')).toBe(content)
  settings.update({ theme: 'dark' })
  const next = open().settings
  expect(next.get().theme).toBe('dark')
  expect(next.notices).toEqual([])
})

test('a folder in its place is set aside as well', () => {
  mkdirSync(join(file, 'inside'), { recursive: true })
  const { settings } = open()
  expect(settings.notices).toHaveLength(1)
  settings.update({ theme: 'dark' })
  expect(readdirSync(folder).sort()).toEqual([asideName, 'settings.json'])
})

test('good fields beside bad ones are kept, and the file is set aside', () => {
  const other = { ...provider, id: 'groq' }
  const fields = {
    theme: 'dark',
    fontSize: 'huge',
    language: 'xx',
    providers: [provider, { id: 7 }, other, null],
    window: { x: 1 },
  }
  put(JSON.stringify(fields))
  const { settings } = open()
  expect(settings.get()).toEqual({ ...defaults, theme: 'dark', providers: [provider, other] })
  expect(settings.notices).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(folder, asideName), 'utf8'))).toEqual(fields)
})

test('what a newer version has added survives', () => {
  put('{"theme": "dark", "voice": "nova"}')
  const { settings } = open()
  expect(settings.notices).toEqual([])
  settings.update({ theme: 'light' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ theme: 'light', voice: 'nova' })
})

test('voices from before models had their own are kept', () => {
  const { modelFavourites: _later, ...before } = defaultVoicePreferences
  const voices = { ...before, favourites: { 'de-DE': germanVoice }, speed: 1.25, readAnswers: true }
  put(JSON.stringify({ voices }))
  const { settings } = open()
  expect(settings.notices).toEqual([])
  expect(settings.get().voices).toEqual({ ...voices, modelFavourites: [] })
})

test('the voices of models are kept for the next start, and there is an end to them', () => {
  const { settings } = open()
  const entry = { providerId: 'p', modelId: 'm', favourites: { 'de-DE': germanVoice } }
  const voices = { ...defaultVoicePreferences, modelFavourites: [entry] }
  settings.update({ voices })
  expect(open().settings.get().voices).toEqual(voices)
  const modelFavourites = Array.from({ length: 201 }, () => entry)
  expect(() => settings.update({ voices: { ...voices, modelFavourites } })).toThrow(ZodError)
  expect(settings.get().voices).toEqual(voices)
})

test.each([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EACCES', 'folderReadOnly'],
  ['EPERM', 'folderReadOnly'],
  ['EROFS', 'folderReadOnly'],
])('a disk that answers %s is %s, and nothing has changed', (code, expected) => {
  const write = () => {
    throw Object.assign(new Error('write failed'), { code })
  }
  const { settings, events } = open({ openStore: () => ({ write }) })
  expect(() => settings.update({ theme: 'dark' })).toThrow(
    expect.objectContaining<Partial<AppError>>({ code: expected as AppError['code'] }),
  )
  expect(settings.get()).toEqual(defaults)
  expect(events).toEqual([])
})

test('the page reads and changes preferences only', async () => {
  const { settings } = open()
  settings.update({ providers: [provider] })
  const handlers = createSettingsHandlers(settings, () => Promise.resolve(true))
  const caller = { windowId: 1 }
  expect(await handlers.update({ theme: 'dark' }, caller)).toEqual(
    preferencesSchema.parse({ ...defaults, theme: 'dark' }),
  )
  expect(await handlers.get({}, caller)).not.toHaveProperty('providers')
  expect(settings.get().providers).toEqual([provider])
})
