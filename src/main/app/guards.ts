import { app, session, type Session, type WebContents } from 'electron'

/** What Parley's own page is granted; every other permission, and every other page, is refused. */
const grantedPermissions: readonly string[] = ['clipboard-sanitized-write']

/** The microphone is granted, the camera is not. */
function isMicrophone(permission: string, types: readonly string[] | undefined): boolean {
  return permission === 'media' && types?.every((type) => type === 'audio') === true
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
