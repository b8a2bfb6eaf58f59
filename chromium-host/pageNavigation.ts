import type { EventEmitter } from 'node:events'
import type { PageTarget } from './browser.ts'
import { cancelableEvent } from './cancelableEvent.ts'
import { netErrorCode } from './netErrorCode.ts'
import type { PageLink } from './pageLink.ts'
import type { HostProtocol } from './protocol.ts'
import type { FrameMain } from './webFrameMain.ts'

export interface PageNavigation {
  /** Returns the main frame's address with the app's own scheme. */
  url(): string
  loading(): boolean
  /** Returns true once the page has left the initial blank page. */
  started(): boolean
  load(url: string): Promise<void>
  reload(ignoreCache: boolean): Promise<void>
  /** Asks the app about a navigation that the page started. Allows the host's own navigations. */
  allows(url: string, isMainFrame: boolean): boolean
  stop(): void
}

interface Awaited {
  loaderId: string
  resolve(): void
  reject(error: Error): void
}

/** Electron's status for schemes other than HTTP. */
const noHttpStatus = -1

function loadError(errorText: string, url: string): Error {
  const code = errorText.replace(/^net::/, '')
  const errno = netErrorCode(errorText)
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url })
}

/** Loads addresses into a page, and emits the results on `emitter`. */
export function createPageNavigation(
  emitter: EventEmitter,
  page: PageTarget,
  link: PageLink,
  protocol: HostProtocol,
  mainFrame: () => FrameMain | undefined,
): PageNavigation {
  const { session } = page
  let url = ''
  let started = false
  let loading = false
  let expected: string | undefined
  let loadedBy = ''
  let awaited: Awaited | undefined

  const setLoading = (now: boolean): void => {
    if (!started || loading === now) return
    loading = now
    emitter.emit(now ? 'did-start-loading' : 'did-stop-loading', {})
  }
  session.on('Page.frameStartedLoading', ({ frameId }) => frameId === page.id && setLoading(true))
  session.on('Page.frameStoppedLoading', ({ frameId }) => frameId === page.id && setLoading(false))
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId || !started) return
    url = protocol.toAppUrl(frame.url + (frame.urlFragment ?? ''))
    if (awaited && awaited.loaderId !== frame.loaderId) {
      awaited.reject(loadError('net::ERR_ABORTED', url))
      awaited = undefined
    }
    emitter.emit('did-navigate', {}, url, noHttpStatus, '')
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url: pageUrl }) => {
    if (frameId !== page.id || !started) return
    url = protocol.toAppUrl(pageUrl)
    emitter.emit('did-navigate-in-page', {}, url, true)
  })
  session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
    if (frameId !== page.id || !started) return
    if (name === 'DOMContentLoaded') emitter.emit('dom-ready', {})
    if (name !== 'load') return
    loadedBy = loaderId
    // The promise resolves after the listeners have run, even if one of them throws.
    if (awaited?.loaderId === loaderId) awaited.resolve()
    emitter.emit('did-finish-load', {})
  })
  session.tell('Page.setLifecycleEventsEnabled', { enabled: true })

  const begin = async (target: string): Promise<void> => {
    await link.install()
    started = true
    expected = protocol.toPageUrl(target)
    setLoading(true)
    const details = { url: target, isMainFrame: true, isSameDocument: false }
    emitter.emit('did-start-navigation', details, target, false, true)
  }

  const load = async (target: string): Promise<void> => {
    await begin(target)
    const pageUrl = protocol.toPageUrl(target)
    const { errorText, loaderId } = await session.send('Page.navigate', { url: pageUrl })
    expected = undefined
    if (errorText !== undefined) {
      setLoading(false)
      const error = loadError(errorText, target)
      const { code, errno } = error as Error & { code: string; errno: number }
      emitter.emit(
        'did-fail-load',
        {},
        errno,
        code,
        target,
        true,
        mainFrame()?.processId,
        mainFrame()?.routingId,
      )
      throw error
    }
    if (loaderId === undefined || loadedBy === loaderId) return
    await new Promise<void>((resolve, reject) => {
      awaited = { loaderId, resolve, reject }
      emitter.once('destroyed', resolve)
    })
  }

  const allows = (target: string, isMainFrame: boolean): boolean => {
    if (
      isMainFrame &&
      expected !== undefined &&
      sameDocument(protocol.toAppUrl(expected), target)
    ) {
      expected = undefined
      return true
    }
    const details = { url: target, isMainFrame, isSameDocument: false, frame: mainFrame() }
    const framed = cancelableEvent({ ...details })
    emitter.emit('will-frame-navigate', framed)
    if (!isMainFrame || framed.defaultPrevented) return !framed.defaultPrevented
    const event = cancelableEvent({ ...details, initiator: mainFrame() })
    emitter.emit('will-navigate', event, target)
    return !event.defaultPrevented
  }

  return {
    url: () => url,
    loading: () => loading,
    started: () => started,
    load,
    allows,
    reload: async (ignoreCache) => {
      if (!started) return
      await begin(url)
      await session.send('Page.reload', { ignoreCache })
    },
    stop: () => session.tell('Page.stopLoading'),
  }
}

/** Returns true if two addresses are equal after normalisation, apart from the fragment. */
function sameDocument(one: string, other: string): boolean {
  const normal = (url: string): string => new URL(url).href.replace(/#.*$/, '')
  return normal(one) === normal(other)
}
