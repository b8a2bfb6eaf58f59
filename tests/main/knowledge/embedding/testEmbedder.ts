import { createEmbedder } from '../../../../src/main/knowledge/embedding/embedder.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { Model, ModelReference } from '../../../../src/shared/models.ts'

export const small = { providerId: 'test', modelId: 'words-small' }
export const large = { providerId: 'test', modelId: 'words-large' }

/** Returns the provider of a fake embedder, and its embedder. A million tokens cost two dollars. */
export function testEmbedder(origin: string) {
  const provider = createOpenAiCompatible({
    ...{ id: 'test', name: 'Test', baseUrl: `${origin}/v1`, key: null, redact: (text) => text },
    fetch: createTransport(),
    maxRetries: 0,
  })
  const providers = {
    lookup: () => Promise.resolve(provider),
    addressOf: () => `${origin}/v1`,
    describe: (model: ModelReference): Promise<Model> =>
      Promise.resolve({
        ...model,
        name: model.modelId,
        local: false,
        price: { input: 2, output: 0 },
      }),
  }
  return { providers, embedder: createEmbedder(providers) }
}
