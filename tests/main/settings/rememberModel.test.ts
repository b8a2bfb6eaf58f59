import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rememberModel } from '../../../src/main/settings/rememberModel.ts'
import { createSettings, type SettingsStore } from '../../../src/main/settings/settingsStore.ts'
import { maxRecentModels } from '../../../src/shared/limits.ts'
import { openStore } from './openRealStore.ts'

const modelOf = (modelId: string) => ({ providerId: 'openai', modelId })
const recentOf = (settings: SettingsStore): string[] =>
  settings.get().recentModels.map(({ modelId }) => modelId)

function open(given: { openStore?: typeof openStore } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-recent-'))
  return createSettings({ folder, openStore, broadcast: () => undefined, ...given })
}

test('the model used last comes first, each once, the oldest goes', () => {
  const settings = open()
  for (const modelId of ['a', 'b', 'a', 'a']) rememberModel(settings, modelOf(modelId))
  expect(recentOf(settings)).toEqual(['a', 'b'])
  for (let number = 0; number < maxRecentModels; number += 1) {
    rememberModel(settings, modelOf(`new-${number}`))
  }
  expect(recentOf(settings)).toHaveLength(maxRecentModels)
  expect(recentOf(settings)).not.toContain('a')
})

test('the same model of two providers is two', () => {
  const settings = open()
  rememberModel(settings, { providerId: 'one', modelId: 'a' })
  rememberModel(settings, { providerId: 'two', modelId: 'a' })
  expect(settings.get().recentModels).toHaveLength(2)
})

test('settings that can’t be written do not stop a message', () => {
  const settings = open({
    openStore: () => {
      throw Object.assign(new Error('No space left'), { code: 'ENOSPC' })
    },
  })
  expect(() => rememberModel(settings, modelOf('a'))).not.toThrow()
  expect(recentOf(settings)).toEqual([])
})
