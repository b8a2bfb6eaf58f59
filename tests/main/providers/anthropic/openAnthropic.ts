import { createAnthropic } from '../../../../src/main/providers/anthropic/anthropic.ts'
import type { AnthropicOptions } from '../../../../src/main/providers/anthropic/anthropic.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { redactKeys } from '../../../../src/main/secrets/redact.ts'

export const fakeKey = 'sk-ant-fake-0123456789'

/** Opens the adapter as the registry does, against a fake. */
export function openAnthropic(baseUrl: string, options: Partial<AnthropicOptions> = {}): Provider {
  return createAnthropic({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    key: fakeKey,
    fetch: createTransport(),
    redact: (text) => redactKeys(text, [fakeKey]),
    ...options,
  })
}
