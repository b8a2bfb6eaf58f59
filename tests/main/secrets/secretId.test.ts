import { expect, test } from 'vitest'
import { ownerOf, secretIdOf } from '../../../src/main/secrets/secretId.ts'

test.each([
  ['openai', 'first', 'openai'],
  ['openai-2', '0b6b1c1e', 'openai-2#0b6b1c1e'],
  ['custom', 'a#b', 'custom#a#b'],
])('key %s/%s lies under %s and is found by it', (providerId, keyId, secretId) => {
  expect(secretIdOf(providerId, keyId)).toBe(secretId)
  expect(ownerOf(secretId)).toEqual({ providerId, keyId })
})
