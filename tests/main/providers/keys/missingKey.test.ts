import { expect, test } from 'vitest'
import type { SentConfig } from '../../../../src/main/providers/keys/credentials.ts'
import { asMissingKey, sendsNoKey } from '../../../../src/main/providers/keys/missingKey.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { ErrorCode } from '../../../../src/shared/errors.ts'

const plain = { kind: 'openai-compatible', aws: undefined, headers: {}, query: {} }
const key = { secretId: 'p#first', number: 1, key: 'sk-0123456789' }

test.each<[string, object, boolean, (typeof key)[]]>([
  ['without a key', {}, true, []],
  ['with a key', {}, false, [key]],
  ['with a header of the user’s own', { headers: { 'x-token': 'a' } }, false, []],
  ['with a query parameter of the user’s own', { query: { code: 'a' } }, false, []],
  ['of an AWS profile', { kind: 'bedrock', aws: { credentials: 'profile' } }, false, []],
])('a request %s: nothing to refuse is %o %s', (_what, facts, expected, keys) => {
  const config = { ...plain, ...facts } as unknown as SentConfig
  expect(sendsNoKey({ config, keys })).toBe(expected)
})

test.each<[ErrorCode, string, ErrorCode]>([
  ['keyRefused', '', 'keyMissing'],
  ['keyRefused', 'parley-large', 'keyMissing'],
  ['permissionDenied', '', 'keyMissing'],
  ['permissionDenied', 'parley-large', 'permissionDenied'],
  ['serverError', '', 'serverError'],
])('%s for the model "%s" without a key is %s', (code, modelId, expected) => {
  const details = { provider: 'Mine', status: 401 }
  expect(asMissingKey(new AppError(code, 'No', details), modelId)).toMatchObject({
    code: expected,
    details,
  })
})
