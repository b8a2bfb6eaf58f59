import { app, session, type Session, type WebContents } from 'electron'
import { isGranted } from './permissions.ts'

interface Guard {
  isOwnPage: (url: string) => boolean
  /** Tells whether a frame may load a plugin's page or a preview from this address now. */
  admitsFrame: (url: string) => boolean
  openExternal: (url: string) => void
}

/** Refuses everything by which a page could leave its place. Call it before any window opens. */
export function guardContents(guard: Guard): void {
  const { openExternal } = guard
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, guard)
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url)
      return { action: 'deny' }
    })
  })
}

function guardNavigation(contents: WebContents, { isOwnPage, admitsFrame }: Guard): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    // A document that the page wrote is under the page's own policy.
    const isAllowed = event.isMainFrame
      ? isOwnPage(event.url)
      : event.url === 'about:srcdoc' || admitsFrame(event.url)
    if (!isAllowed) event.preventDefault()
  })
}

/**
 * Refuses permissions except those of Parley's own pages, and every one to a frame. Call it once
 * the app is ready.
 */
export function guardPermissions(
  isOwnPage: (url: string) => boolean,
  guarded: Session = session.defaultSession,
): void {
  guarded.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const types = 'mediaTypes' in details ? details.mediaTypes : undefined
    answer(isGranted(permission, types) && details.isMainFrame && isOwnPage(details.requestingUrl))
  })
  guarded.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const types = details.mediaType ? [details.mediaType] : undefined
    return isGranted(permission, types) && details.isMainFrame && isOwnPage(requestingOrigin)
  })
}
