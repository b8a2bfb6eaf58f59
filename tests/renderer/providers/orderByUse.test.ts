import { expect, test } from 'vitest'
import { keepOrder, orderByUse } from '../../../src/renderer/providers/orderByUse.ts'
import type { ProviderState } from '../../../src/shared/providers.ts'

function provider(id: string, facts: Partial<ProviderState> = {}): ProviderState {
  const state = { id, kind: 'openai-compatible', enabled: true, needsKey: false, keys: [] }
  return { ...state, found: true, keySource: 'none', ...facts } as unknown as ProviderState
}

const chat = (providerId: string) => ({ model: { providerId, modelId: 'a' } })
const idsOf = (providers: readonly ProviderState[]) => providers.map(({ id }) => id)

test('what is set up comes first, then the most used, then the one used last', () => {
  const providers = [
    provider('keyless', { needsKey: true }),
    provider('off', { enabled: false }),
    provider('never'),
    provider('once'),
    provider('lately'),
    provider('often'),
    provider('ollama', { kind: 'local' }),
  ]
  const use = {
    chats: [chat('off'), chat('off'), chat('often'), chat('once'), chat('often'), { model: null }],
    recent: [
      { providerId: 'lately', modelId: 'a' },
      { providerId: 'ollama', modelId: 'a' },
    ],
  }
  expect(idsOf(orderByUse(providers, use))).toEqual([
    'often',
    'once',
    'lately',
    'ollama',
    'never',
    'keyless',
    'off',
  ])
})

test('an order stays while a provider is set up, and a new one follows', () => {
  const order = ['often', 'once', 'keyless']
  const providers = [provider('new'), provider('keyless'), provider('once'), provider('often')]
  expect(idsOf(keepOrder(providers, order))).toEqual(['often', 'once', 'keyless', 'new'])
})
