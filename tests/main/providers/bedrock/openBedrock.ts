import { createBedrock } from '../../../../src/main/providers/bedrock/bedrock.ts'
import type { BedrockOptions } from '../../../../src/main/providers/bedrock/bedrock.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { fakeAwsKey } from '../../../fakes/fakeBedrock.ts'

type Given = Omit<Partial<BedrockOptions>, 'aws'> & { aws?: Partial<BedrockOptions['aws']> }

export const fakeKey = `${fakeAwsKey.accessKeyId}:${fakeAwsKey.secretAccessKey}`

/** Opens the adapter for a fake at this origin, without retries unless they are asked for. */
export function openBedrock(origin: string, { aws, ...options }: Given = {}): Provider {
  return createBedrock({
    id: 'bedrock',
    name: 'Fake Bedrock',
    baseUrl: origin,
    key: fakeKey,
    fetch: createTransport(),
    redact: (text) => text.replaceAll(fakeAwsKey.secretAccessKey, '•••'),
    maxRetries: 0,
    ...options,
    aws: {
      region: 'eu-central-1',
      credentials: 'accessKey',
      profile: 'default',
      operation: 'converse',
      ...aws,
    },
  })
}
