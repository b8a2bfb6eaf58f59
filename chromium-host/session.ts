import type * as Electron from 'electron'
import type { Browser } from './browser.ts'
import type { CdpConnection } from './cdp.ts'
import { decodeReceived } from './codec.ts'
import type { PageDocument } from './pageLink.ts'
import type { Encoded } from './page/structuredCodec.ts'
import { allNames, electronPermissions } from './permissionNames.ts'
import type { HostProtocol } from './protocol.ts'
import { refuse, strict } from './strict.ts'

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

export interface HostSession {
  electron: Partial<Electron.Session>
  /** Denies all permissions for all origins, until a handler grants one. */
  denyAll(connection: CdpConnection): Promise<void>
  /** Asks the app's handler for a permission and applies its decision in Chromium. */
  ask(
    contents: object,
    document: PageDocument,
    topOrigin: string,
    permission: string,
    details: Encoded,
  ): Promise<void>
}

interface Origins {
  origin: string
  embeddedOrigin: string
}

/** Returns Chromium's names for an Electron permission request. */
function chromiumNames(permission: string, mediaTypes: readonly string[]): readonly string[] {
  if (permission !== 'media') return electronPermissions[permission] ?? []
  return mediaTypes.map((type) => (type === 'video' ? 'camera' : 'microphone'))
}

/** Creates the only session: Electron's default session on Chromium's default profile. */
export function createSession(browser: Browser, protocol: HostProtocol): HostSession {
  let requestHandler: RequestHandler = null
  let checkHandler: CheckHandler = null

  const verdict = (
    contents: object,
    permission: string,
    details: {
      requestingUrl: string
      isMainFrame: boolean
      mediaTypes: string[]
      securityOrigin: string
    },
  ): Promise<boolean> => {
    const asked = [contents as never, permission as never] as const
    const handler = requestHandler
    if (handler) return new Promise((resolve) => handler(...asked, resolve, details))
    return Promise.resolve(checkHandler?.(...asked, details.securityOrigin, details) ?? false)
  }

  const granted = new Set<string>()
  const keyOf = (name: string, origins: Origins): string =>
    `${name} ${origins.origin} ${origins.embeddedOrigin}`

  const set = async (
    name: string,
    setting: 'granted' | 'denied',
    origins?: Origins,
  ): Promise<void> => {
    const [base = name, sysex] = name.split(':')
    const permission = { name: base, ...(sysex ? { sysex: true } : {}) }
    await browser.cdp().send('Browser.setPermission', { permission, setting, ...origins })
  }

  const grant = async (names: readonly string[], origins: Origins): Promise<void> => {
    await Promise.all(names.map((name) => set(name, 'granted', origins)))
    for (const name of names) granted.add(keyOf(name, origins))
  }

  // Denies only if all names are granted. One denial suffices, and more would revoke earlier
  // grants.
  const deny = async (names: readonly string[], origins: Origins): Promise<void> => {
    if (!names.every((name) => granted.has(keyOf(name, origins)))) return
    await Promise.all(names.map((name) => set(name, 'denied', origins)))
    for (const name of names) granted.delete(keyOf(name, origins))
  }

  const electron = {
    setPermissionRequestHandler: (handler: RequestHandler) => {
      requestHandler = handler
    },
    setPermissionCheckHandler: (handler: CheckHandler) => {
      checkHandler = handler
    },
    setSpellCheckerEnabled: (enable: boolean) => {
      if (enable) refuse('session.setSpellCheckerEnabled(true)')
    },
    isSpellCheckerEnabled: () => false,
    clearStorageData: async (options?: Electron.ClearStorageDataOptions) => {
      if (options && Object.keys(options).length > 0)
        refuse('session.clearStorageData with options')
      const everything = { origin: '*', storageTypes: 'all' }
      const page = browser.anyPage() ?? refuse('session.clearStorageData without a window')
      await page.session.send('Storage.clearDataForOrigin', everything)
    },
    protocol: protocol.electron as Electron.Session['protocol'],
  } satisfies Partial<Electron.Session>

  return {
    electron: strict('session', electron),
    denyAll: async () => {
      const outcomes = await Promise.allSettled(allNames.map((name) => set(name, 'denied')))
      for (const outcome of outcomes) {
        // A version of Chromium without the permission has nothing to deny.
        if (
          outcome.status === 'fulfilled' ||
          /Invalid PermissionDescriptor/.test(String(outcome.reason))
        )
          continue
        throw outcome.reason
      }
    },
    ask: async (contents, document, topOrigin, permission, encoded) => {
      // A sandboxed frame has no origin that could hold a permission.
      if (document.origin === 'null') return
      const { mediaTypes = [] } = (decodeReceived(encoded)?.value ?? {}) as {
        mediaTypes?: string[]
      }
      const allowed = await verdict(contents, permission, {
        requestingUrl: protocol.toAppUrl(document.url),
        isMainFrame: document.isMainFrame,
        mediaTypes,
        securityOrigin: `${protocol.toAppUrl(document.origin)}/`,
      })
      const origins = { origin: topOrigin, embeddedOrigin: document.origin }
      await (allowed ? grant : deny)(chromiumNames(permission, mediaTypes), origins)
    },
  }
}
