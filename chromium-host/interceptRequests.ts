import type { Browser } from './browser.ts'
import type { HostProtocol } from './protocol.ts'
import { webContents } from './webContents.ts'

/**
 * Intercepts all requests of all pages: serves the app's own schemes, and asks the app about
 * navigations. Uses the browser's own session, so that workers and new frames are covered from
 * their first request.
 */
export async function interceptRequests(browser: Browser, protocol: HostProtocol): Promise<void> {
  const connection = browser.cdp()

  connection.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId } = paused
    const url = protocol.toAppUrl(request.url)
    const answer = async (): Promise<void> => {
      if (resourceType === 'Document') {
        const page = webContents.fromDevToolsTargetId(frameId)
        const owner = page ?? webContents.getAllWebContents().find((each) => each.hasFrame(frameId))
        if (
          browser.isStray(frameId) ||
          owner?.allowsNavigation(url, page !== undefined) === false
        ) {
          return connection.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        }
        await page?.refreshPreload()
      }
      if (!protocol.owns(request.url))
        return connection.tell('Fetch.continueRequest', { requestId })
      const isForeign = webContents
        .getAllWebContents()
        .some((each) => each.hasForeignFrame(frameId))
      await protocol.serve(connection, paused, isForeign)
    }
    answer().catch((error: unknown) => {
      connection.tell('Fetch.failRequest', { requestId, errorReason: 'Failed' })
      throw error
    })
  })
  await connection.send('Fetch.enable', {
    patterns: [
      { urlPattern: 'https://*.invalid/*' },
      { urlPattern: '*', resourceType: 'Document' },
    ],
  })
}
