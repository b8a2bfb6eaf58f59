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
  ['keyMissing', 'warning', true, provider({}, [withheld])],
  ['ready', 'success', true, provider({ needsKey: false }, [withheld])],
] as const)('%s is %s; a key is needed: %s', (status, tone, isNeeded, state) => {
  expect(statusOf(state)).toBe(status)
  expect(toneOf(status)).toBe(tone)
  expect(needsKeyNow(state)).toBe(isNeeded)
})
