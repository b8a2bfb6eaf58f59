import { expect, test } from 'vitest'
import { needsKeyNow, statusOf, toneOf } from '../../../src/renderer/providers/providerStatus.ts'
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
const works: Key = { source: 'keychain' }
const missing: Key = { source: 'none', condition: 'untried' }
const withheld: Key = { ...missing, withheldFor: 'https://other.example' }

test.each([
  ['off', 'idle', false, provider({ enabled: false }, [refused])],
  ['guide', 'ready', false, provider({ kind: 'guide', needsKey: false })],
  ['found', 'ready', false, provider({ kind: 'local', needsKey: false })],
  ['notRunning', 'idle', false, provider({ kind: 'local', needsKey: false, found: false })],
  ['ready', 'ready', false, provider({ needsKey: false })],
  ['ready', 'ready', false, provider({}, [works])],
  ['ready', 'ready', false, provider({}, [refused, works])],
  ['keyMissing', 'needsUser', true, provider({}, [missing])],
  ['credentialsMissing', 'needsUser', true, provider({ aws }, [missing])],
  ['keyRefused', 'failed', true, provider({}, [refused, missing])],
  ['keyMissing', 'needsUser', true, provider({}, [withheld])],
  ['ready', 'ready', true, provider({ needsKey: false }, [withheld])],
] as const)('%s is %s; a key is needed: %s', (status, tone, isNeeded, state) => {
  expect(statusOf(state)).toBe(status)
  expect(toneOf(status)).toBe(tone)
  expect(needsKeyNow(state)).toBe(isNeeded)
})
