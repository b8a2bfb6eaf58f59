import { createLocalProvider } from '../../../../src/main/providers/local/localProvider.ts'
import type { LocalProviderOptions } from '../../../../src/main/providers/local/localProvider.ts'
import type { LocalServerId } from '../../../../src/main/providers/local/localServers.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'

export interface OpenedLocal extends Provider {
  /** The waits that it skipped, in milliseconds. */
  waits: number[]
}

/** Opens a local server's provider that waits for nothing but the server. */
export function openLocal(
  server: LocalServerId,
  origin: string,
  options: Partial<LocalProviderOptions> = {},
): OpenedLocal {
  const waits: number[] = []
  const provider = createLocalProvider(server, {
    id: server,
    name: server,
    baseUrl: `${origin}/v1`,
    key: null,
    fetch: createTransport(),
    redact: (text) => text,
    wait: (milliseconds, signal) => {
      waits.push(milliseconds)
      signal.throwIfAborted()
      return Promise.resolve()
    },
    ...options,
  })
  return { ...provider, waits }
}

export const never = new AbortController().signal
