import type { CustomScheme, Privileges, Protocol } from 'electron'
import type { CdpConnection } from './cdp.ts'
import { createSchemeOrigins, type SchemeOrigins } from './schemeOrigins.ts'
import { serveRequest, type PausedRequest, type SchemeHandler } from './serveRequest.ts'
import { refuse, strict } from './strict.ts'

export interface HostProtocol extends SchemeOrigins {
  electron: Partial<Protocol>
  /** Returns the Chromium switches that give each host of a scheme a process of its own. */
  switches(): string[]
  /** Returns true if the address belongs to one of the app's schemes, served or not. */
  owns(pageUrl: string): boolean
  /** Answers a request. `isForeign`: it comes from a frame on another host than its page. */
  serve(connection: CdpConnection, paused: PausedRequest, isForeign: boolean): Promise<void>
}

/** Chromium requests a default icon if a page names none. Electron does not. */
function isIconGuess({ request, resourceType }: PausedRequest): boolean {
  return resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico'
}

/**
 * Returns whether a scheme's privileges allow a request. Without `stream`, Electron's media elements
 * neither start at once nor seek: here they fail.
 */
function mayLoad(privileges: Privileges = {}, { resourceType }: PausedRequest): boolean {
  return resourceType !== 'Media' || privileges.stream === true
}

/**
 * Creates Electron's protocol module for the app's own schemes. Chromium handles the schemes it
 * knows. Schemes are registered before the app is ready, and handled from then on.
 */
export function createProtocol(isReady: () => boolean): HostProtocol {
  const schemes = new Map<string, Privileges>()
  const handlers = new Map<string, SchemeHandler>()
  const origins = createSchemeOrigins((scheme) => schemes.has(scheme) || handlers.has(scheme))

  const electron = {
    registerSchemesAsPrivileged: (custom: CustomScheme[]) => {
      if (isReady()) {
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      }
      if (schemes.size > 0) {
        throw new Error('protocol.registerSchemesAsPrivileged can be called only once')
      }
      for (const { scheme, privileges = {} } of custom) {
        schemes.set(scheme.toLowerCase(), privileges)
      }
    },
    handle: (scheme: string, handler: SchemeHandler) => {
      if (!isReady()) throw new Error('Session can only be received when app is ready')
      const name = scheme.toLowerCase()
      if (handlers.has(name)) throw new Error(`Failed to register protocol: ${scheme}`)
      if (/^(https?|file|data|blob|about|javascript|wss?)$/.test(name)) {
        refuse(`protocol.handle('${scheme}')`)
      }
      handlers.set(name, handler)
    },
    unhandle: (scheme: string) => {
      if (!handlers.delete(scheme.toLowerCase())) {
        throw new Error(`Failed to unhandle protocol: ${scheme}`)
      }
    },
    isProtocolHandled: (scheme: string) => handlers.has(scheme.toLowerCase()),
  } satisfies Partial<Protocol>

  return {
    ...origins,
    electron: strict('protocol', electron),
    switches: () => {
      const origins = [...schemes.keys()].map((scheme) => `https://[*.]${scheme}.invalid`)
      return origins.length > 0 ? [`--isolate-origins=${origins.join(',')}`] : []
    },
    owns: (pageUrl) => new URL(pageUrl).hostname.endsWith('.invalid'),
    serve: async (connection, paused, isForeign) => {
      const url = origins.toAppUrl(paused.request.url)
      if (isIconGuess(paused)) {
        const answer = { requestId: paused.requestId, responseCode: 204 }
        return connection.tell('Fetch.fulfillRequest', answer)
      }
      const scheme = url.slice(0, url.indexOf(':'))
      const handler = mayLoad(schemes.get(scheme), paused) ? handlers.get(scheme) : undefined
      if (handler) return serveRequest(connection, paused, handler, origins, isForeign)
      const failure = { requestId: paused.requestId, errorReason: 'AddressUnreachable' as const }
      connection.tell('Fetch.failRequest', failure)
    },
  }
}
