import { expect, test } from 'vitest'
import {
  needsKeyNow,
  statusOf,
  statusOfFailure,
  toneOf,
} from '../../../src/renderer/providers/providerStatus.ts'
import type { ErrorCode } from '../../../src/shared/errors.ts'
import type { ProviderState } from '../../../src/shared/providers.ts'

type Key = Partial<ProviderState['keys'][number]>

function provider(facts: Partial<ProviderState>, keys: readonly Key[] = []): ProviderState {
  const key = { id: 'first', source: 'keychain', withheldFor: null, condition: 'good', until: null }
  return {
    kind: 'openai-compatible',
    enabled: true,
    needsKey: true,
    found: true,
    keySource: keys[0]?.source ?? 'none',
    keys: keys.map((facts) => ({ ...key, ...facts })),
    ...facts,
  } as ProviderState
}

const aws = {} as NonNullable<ProviderState['aws']>
const refused: Key = { source: 'keychain', condition: 'refused' }
const spent: Key = { source: 'keychain', condition: 'exhausted' }
const works: Key = { source: 'keychain' }
const missing: Key = { source: 'none', condition: 'untried' }
const withheld: Key = { ...missing, withheldFor: 'https://other.example' }

test.each([
  ['off', 'neutral', false, provider({ enabled: false }, [refused])],
  ['guide', 'success', false, provider({ kind: 'guide', needsKey: false })],
  ['found', 'success', false, provider({ kind: 'local', needsKey: false })],
  ['notRunning', 'neutral', false, provider({ kind: 'local', needsKey: false, found: false })],
  ['ready', 'success', false, provider({ needsKey: false })],
  ['ready', 'success', false, provider({}, [works])],
  ['ready', 'success', false, provider({}, [refused, works])],
  ['keyMissing', 'warning', true, provider({}, [missing])],
  ['credentialsMissing', 'warning', true, provider({ aws }, [missing])],
  ['keyRefused', 'danger', true, provider({}, [refused, missing])],
  ['quotaExhausted', 'danger', false, provider({}, [spent])],
  ['quotaExhausted', 'danger', false, provider({}, [refused, spent])],
  ['ready', 'success', false, provider({}, [spent, works])],
  ['keyMissing', 'warning', true, provider({}, [withheld])],
  ['ready', 'success', true, provider({ needsKey: false }, [withheld])],
] as const)('%s is %s; a key is needed: %s', (status, tone, isNeeded, state) => {
  expect(statusOf(state)).toBe(status)
  expect(toneOf(status)).toBe(tone)
  expect(needsKeyNow(state)).toBe(isNeeded)
})

const local = (...keys: Key[]) => provider({ kind: 'local', needsKey: false }, keys)

test.each<[ErrorCode, number | undefined, ProviderState, string | undefined]>([
  ['modelLoading', 503, local(), 'loading'],
  ['keyMissing', 401, local(), 'keyMissing'],
  ['keyRefused', 401, local(), 'keyMissing'],
  ['permissionDenied', 403, local(missing), 'keyMissing'],
  ['keyRefused', 401, local(works), 'keyRefused'],
  ['keyRefused', 401, provider({ needsKey: false }), 'keyMissing'],
  // The conditions of a service's keys tell more.
  ['keyRefused', 401, provider({}, [works]), undefined],
  ['serverError', 500, local(), undefined],
  ['timeout', undefined, local(), undefined],
])('a list that fails with %s, status %s', (code, status, state, expected) => {
  const details = status === undefined ? {} : { status }
  expect(statusOfFailure(state, { code, message: '', details })).toBe(expected)
})
