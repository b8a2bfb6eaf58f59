import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { redactKeys } from '../../../../src/main/secrets/redact.ts'

export const fakeKey = 'sk-fake-0123456789'

/** Opens the adapter as the registry does, against a fake. */
export function openService(
  baseUrl: string,
  options: Partial<OpenAiCompatibleOptions> = {},
): Provider {
  return createOpenAiCompatible({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    key: fakeKey,
    fetch: createTransport(),
    redact: (text) => redactKeys(text, [fakeKey]),
    ...options,
  })
}
