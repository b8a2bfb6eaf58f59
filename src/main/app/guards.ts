import { app, session, type Session, type WebContents } from 'electron'

/** What Parley's own page is granted; every other permission, and every other page, is refused. */
const grantedPermissions: readonly string[] = ['clipboard-sanitized-write']

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
  const guard = (event: { preventDefault: () => void; url: string }): void => {
    if (!isOwnPage(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', guard)
  contents.on('will-frame-navigate', guard)
}

/** Call it once the app is ready. */
export function guardPermissions(
  isOwnPage: (url: string) => boolean,
  guarded: Session = session.defaultSession,
): void {
  guarded.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(grantedPermissions.includes(permission) && isOwnPage(requestingUrl))
  })
  guarded.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return grantedPermissions.includes(permission) && isOwnPage(requestingOrigin)
  })
}
