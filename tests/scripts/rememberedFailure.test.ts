import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rememberedFailure } from '../../scripts/rememberedFailure.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const hour = 60 * 60 * 1000

test('counts for a day, for the same subject, until it is forgotten', () => {
  const file = join(temporaryFolder(), 'deep', 'failure.json')
  const failure = rememberedFailure(file, 'v1')
  expect(failure.recall()).toBeUndefined()
  failure.remember('no network', 1_000)
  expect(failure.recall(1_000 + 23 * hour)).toBe('no network')
  expect(failure.recall(1_000 + 24 * hour)).toBeUndefined()
  expect(failure.recall(0)).toBeUndefined()
  expect(rememberedFailure(file, 'v2').recall(2_000)).toBeUndefined()
  failure.forget()
  expect(failure.recall(2_000)).toBeUndefined()
})

test('a torn file is no memory', () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'failure.json': '{"at": 1' })
  expect(rememberedFailure(join(folder, 'failure.json'), 'v1').recall()).toBeUndefined()
})
