import { connectServer } from './connect.ts'
import type { ConnectOptions } from './connection.ts'
import type { Fetch, ServerSetup } from './serverSetup.ts'

export interface FoundServer {
  transport: 'http' | 'sse'
  title: string
  version: string | null
}

/**
 * Asks whether a server of the protocol is at an address. One that wants the user to sign in first
 * is one too. Returns null for anything else.
 */
export async function probeAddress(
  url: URL,
  fetch: Fetch,
  options: Pick<ConnectOptions, 'marks' | 'ownFolder' | 'bundles' | 'signal'>,
): Promise<FoundServer | null> {
  const transport = /\/sse\/?$/.test(url.pathname) ? 'sse' : 'http'
  let status = 0
  const setup: ServerSetup = {
    config: { transport, url: url.href, headers: {} },
    values: {},
    tools: null,
    sandbox: 'none',
    folders: [],
    network: 'none',
    roots: false,
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      ;({ status } = response)
      return response
    },
  }
  try {
    const connection = await connectServer(setup, {
      ...options,
      prepare: () => undefined,
      onTools: () => undefined,
    })
    const info = connection.client.getServerVersion()
    await connection.close()
    return { transport, title: info?.title ?? info?.name ?? '', version: info?.version ?? null }
  } catch {
    return status === 401 ? { transport, title: '', version: null } : null
  }
}
