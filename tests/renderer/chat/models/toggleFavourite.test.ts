import { expect, test, vi } from 'vitest'
import { toggleFavourite } from '../../../../src/renderer/chat/models/toggleFavourite.ts'
import { preferencesAtom, store } from '../../../../src/renderer/core/store.ts'
import type { Preferences } from '../../../../src/shared/settings.ts'

const model = { providerId: 'p', modelId: 'm' }

function favourites(): unknown {
  return store.get(preferencesAtom)?.favouriteModels
}

test('a favourite that main could not keep is unmarked again', async () => {
  const error = { code: 'diskFull', message: 'full' }
  const answer = Promise.withResolvers<unknown>()
  vi.stubGlobal('window', { bridge: { call: () => answer.promise } })
  store.set(preferencesAtom, { favouriteModels: [] } as Partial<Preferences> as Preferences)
  toggleFavourite(model)
  expect(favourites()).toEqual([model])
  answer.resolve({ ok: false, error })
  await expect.poll(favourites).toEqual([])
})
