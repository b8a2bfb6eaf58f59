import { expect, test, vi } from 'vitest'
import type { Api } from '../../../src/renderer/core/bridge.ts'
import { openSettings, settingsTargetAtom } from '../../../src/renderer/core/settingsTarget.ts'
import {
  infoAtom,
  loadFailureAtom,
  modelsAtom,
  placeAtom,
  providersAtom,
  refreshProviders,
  refreshStart,
  startStore,
  store,
} from '../../../src/renderer/core/store.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { StartData } from '../../../src/shared/startData.ts'

interface Answers {
  list: () => Promise<[]>
  models?: () => Promise<unknown>
}

/** Returns main's providers; `asked` counts the rounds. */
function createApi({ list, models }: Answers): { api: Api; asked: () => number } {
  let rounds = 0
  const part = {
    providers: {
      list: () => {
        rounds += 1
        return list()
      },
      models: models ?? (async () => ({ models: [], failures: [], cut: [] })),
    },
  }
  return { api: part as unknown as Api, asked: () => rounds }
}

test('many changes at once are asked about twice: now, and once after', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>()
  const { api, asked } = createApi({ list: () => promise })
  const calls = [refreshProviders(api), refreshProviders(api), refreshProviders(api)]
  expect(asked()).toBe(1)
  resolve([])
  await Promise.all(calls)
  expect(asked()).toBe(2)
})

test('a history that can’t be opened is told though the settings never answer', async () => {
  const fatal = { code: 'databaseDamaged', message: 'torn' } as const
  const part = {
    app: { info: async () => ({ fatal }) },
    settings: { get: () => new Promise(() => {}) },
  }
  await startStore(part as unknown as Api)
  expect(store.get(infoAtom)?.fatal).toEqual(fatal)
})

test('a failure is kept to be shown, and the next success takes it away', async () => {
  const failing = createApi({ list: () => Promise.reject(new AppError('internal', 'no')) })
  await refreshProviders(failing.api)
  expect(store.get(loadFailureAtom)?.error.code).toBe('internal')
  expect(store.get(providersAtom)).toEqual([])
  expect(store.get(modelsAtom)).toEqual([])
  await refreshProviders(createApi({ list: async () => [] }).api)
  expect(store.get(loadFailureAtom)).toBeUndefined()
})

test('the settings open at the part that is wanted', () => {
  openSettings('providers', 'groq')
  expect(store.get(placeAtom)).toBe('settings')
  expect(store.get(settingsTargetAtom)).toEqual({ section: 'providers', providerId: 'groq' })
  openSettings('about')
  expect(store.get(settingsTargetAtom)).toEqual({ section: 'about' })
})

test('a start that was given the providers asks for the models alone, and any other for nothing', async () => {
  const models = vi.fn(async () => ({ models: [], failures: [], cut: [] }))
  const { api, asked } = createApi({ list: async () => [], models })
  const given = { providers: [] } as unknown as StartData
  void refreshStart(api)
  expect(models).not.toHaveBeenCalled()
  void refreshStart(api, given)
  await vi.waitFor(() => expect(models).toHaveBeenCalledOnce())
  expect(asked()).toBe(0)
})

test('the list of providers does not wait for slow models', async () => {
  const { api, asked } = createApi({ list: async () => [], models: () => new Promise(() => {}) })
  void refreshProviders(api)
  await vi.waitFor(() => expect(asked()).toBe(1))
  await new Promise(setImmediate)
  void refreshProviders(api)
  expect(asked()).toBe(2)
})
