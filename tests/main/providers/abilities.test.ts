import { expect, test } from 'vitest'
import { abilitiesOf, tasksOf } from '../../../src/main/providers/abilities.ts'
import { untouchedFields } from '../../../src/main/providers/configs/configs.ts'
import { createGuide } from '../../../src/main/providers/guide/guide.ts'
import { withoutSecretFields } from '../../../src/main/providers/keys/credentials.ts'
import { localServers } from '../../../src/main/providers/local/localServers.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import { createAdapter } from '../../../src/main/providers/createAdapter.ts'
import type { ProviderConfig } from '../../../src/shared/providers.ts'

const base: ProviderConfig = {
  ...untouchedFields,
  id: 'mine',
  kind: 'openai-compatible',
  presetId: null,
  name: 'Mine',
  baseUrl: 'http://127.0.0.1:9/v1',
}
const aws = {
  region: 'eu-west-1',
  credentials: 'bearer',
  profile: 'default',
  operation: 'converse',
} as const

const configs: ProviderConfig[] = [
  base,
  { ...base, kind: 'anthropic' },
  { ...base, kind: 'bedrock', aws },
  { ...base, kind: 'fal', presetId: 'fal' },
  { ...base, kind: 'guide', id: 'guide' },
  ...localServers.map(({ id }) => ({ ...base, kind: 'local' as const, id, presetId: id })),
]

function adapterOf(config: ProviderConfig): Provider {
  if (config.kind === 'guide') {
    return createGuide({ locale: () => 'en-US', readManual: async () => null })
  }
  const options = { key: null, lastKey: true, fetch, redact: (text: string) => text }
  return createAdapter(withoutSecretFields(config), options)
}

test.each(configs.map((config) => [`${config.kind} ${config.id}`, config] as const))(
  'the table says of %s what its adapter can',
  (_name, config) => {
    const adapter = adapterOf(config)
    const { tasks, countsTokens, managesModels, countsMedia } = abilitiesOf(config)
    expect({
      embed: tasks.includes('embed'),
      transcribe: tasks.includes('transcribe'),
      speak: tasks.includes('speak'),
      image: tasks.includes('image'),
      realtime: tasks.includes('realtime'),
      rerank: tasks.includes('rerank'),
      countsTokens,
      managesModels,
      countsMedia,
    }).toEqual({
      embed: adapter.embed !== undefined,
      transcribe: adapter.transcribe !== undefined,
      speak: adapter.speak !== undefined,
      image: adapter.requestImages !== undefined,
      realtime: adapter.connectRealtime !== undefined,
      rerank: adapter.rerank !== undefined,
      countsTokens: adapter.countTokens !== undefined,
      managesModels: adapter.manage !== undefined,
      countsMedia: adapter.countMedia !== undefined,
    })
  },
)

test.each([
  [base, ['chat', 'embed', 'transcribe', 'speak', 'image', 'realtime', 'rerank']],
  [{ ...base, presetId: 'openai' }, ['chat', 'embed', 'transcribe', 'speak', 'image', 'realtime']],
  [{ ...base, presetId: 'groq' }, ['chat', 'embed', 'transcribe']],
  [{ ...base, kind: 'anthropic' as const, presetId: 'anthropic' }, ['chat']],
  [{ ...base, kind: 'fal' as const, presetId: 'fal' }, []],
  [
    { ...base, kind: 'local' as const, id: 'localai', presetId: 'localai' },
    ['chat', 'embed', 'transcribe', 'image', 'rerank'],
  ],
])('a provider offers what its adapter can and its preset says', (config, tasks) => {
  expect(tasksOf(config)).toEqual(tasks)
})
