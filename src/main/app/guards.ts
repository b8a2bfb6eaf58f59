import { app, session, type CommandLine, type Session, type WebContents } from 'electron'

/** What Parley's own page is granted; every other permission, and every other page, is refused. */
const grantedPermissions: readonly string[] = ['clipboard-sanitized-write']

/** The microphone is granted, the camera is not. */
function isMicrophone(permission: string, types: readonly string[] | undefined): boolean {
  return permission === 'media' && types?.every((type) => type === 'audio') === true
}

/** Names and addresses that Chromium finds; all others exist for main alone. */
const resolverRules = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'
/** Nobody listens there; loopback itself needs no proxy. */
const deadProxy = 'http://127.0.0.1:9'

/**
 * Closes the network to Chromium, to what it does by itself as to the page: main makes every
 * request. Only the datagrams of a call go out, as they pass neither names nor proxies. Call it
 * before the app is ready.
 */
export function closeNetwork(commandLine: Pick<CommandLine, 'appendSwitch'>): void {
  commandLine.appendSwitch('host-resolver-rules', resolverRules)
  // Over the system's own proxy, which may be on loopback, everything would be reached.
  commandLine.appendSwitch('proxy-server', deadProxy)
  // Names may also be asked for over HTTPS, and addresses connected to over UDP.
  commandLine.appendSwitch('disable-quic')
  commandLine.appendSwitch('dns-prefetch-disable')
}

interface Guard {
  isOwnPage: (url: string) => boolean
  openExternal: (url: string) => void
}

/** Denies by default whatever a page could do to leave its place; call it before any window. */
export function guardContents({ isOwnPage, openExternal }: Guard): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, isOwnPage)
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url)
      return { action: 'deny' }
    })
  })
}

function guardNavigation(contents: WebContents, isOwnPage: (url: string) => boolean): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    // A document that the page has written itself, under the page's own policy.
    const isWritten = !event.isMainFrame && event.url === 'about:srcdoc'
    if (!isWritten && !isOwnPage(event.url)) event.preventDefault()
  })
}

/** Call it once the app is ready. */
export function guardPermissions(
  isOwnPage: (url: string) => boolean,
  guarded: Session = session.defaultSession,
): void {
  guarded.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const types = 'mediaTypes' in details ? details.mediaTypes : undefined
    const isGranted = grantedPermissions.includes(permission) || isMicrophone(permission, types)
    answer(isGranted && isOwnPage(details.requestingUrl))
  })
  guarded.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const types = details.mediaType ? [details.mediaType] : undefined
    const isGranted = grantedPermissions.includes(permission) || isMicrophone(permission, types)
    return isGranted && isOwnPage(requestingOrigin)
  })
}
