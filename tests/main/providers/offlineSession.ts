/** Runs as a separate program in a network that ends at this machine, and prints what it found. */
import { startFakeOllama } from '../../fakes/fakeOllama.ts'
import { ask, collect } from './collect.ts'
import { openProviders } from './openProviders.ts'

const ollama = await startFakeOllama()
const { providers, setKey } = openProviders({ environment: { OLLAMA_HOST: ollama.origin } })
await providers.add({ presetId: 'openai' })
await setKey('openai', 'sk-fake-0123456789')

const found = (await providers.discover()).filter((state) => state.kind === 'local' && state.found)
const { models, failures } = await providers.models(true)
const chat = async (id: string, question: string, modelId: string) =>
  collect(await providers.lookup(id), ask(question, modelId))
const local = await chat('ollama', 'Hi', 'qwen3:4b')
const hosted = await chat('openai', 'Hi', 'gpt-6-sol')
const guide = await chat('guide', 'Where are my keys kept?', 'parley-guide')
process.stdout.write(
  JSON.stringify({
    found: found.map(({ id }) => id),
    models: models.map(({ modelId }) => modelId),
    failures: failures.map(({ providerId, error }) => [providerId, error.code]),
    local: local.text,
    hosted: hosted.error?.code,
    guide: guide.text.includes('keychain'),
  }),
)
await ollama.close()
