import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { pluginScheme } from './frameAddress.ts'
import { moduleDocument } from './moduleDocument.ts'
import type { PageAnswer, PagePlugin, SendPageRequest } from './pagePlugin.ts'
import type { ViewDocument } from './views/readView.ts'

/** Frames that are open at a time; the oldest end, as those of a page that was reloaded. */
const maxFrames = 50
const loadMilliseconds = 30_000

/** The page of a plugin, as one frame shows it. */
export interface Frame {
  id: string
  /** The host of the frame's address: nobody can guess it, and it is never used again. */
  host: string
  /** The address that the frame loads, once. */
  address: string
  pluginId: string
  plugin: PagePlugin
  pageUrl: URL
  /** The page's document until the frame has loaded it. */
  document: PageAnswer | undefined
  isAdmitted: boolean
  /** Counts for the limits of `serveFrame.ts`. */
  running: number
  requests: number
  bytes: number
  /** The hosts whose refusal was told. */
  refused: Set<string>
  ended: AbortController
}

export interface FrameHosts {
  /**
   * Fetches a plugin's page and keeps it for a new frame, or keeps the view that is given. A view
   * reaches those of its hosts that the sheet names or the user has added. Errors: pluginNotFound if the plugin has
   * no page that may be shown, pluginServerFailed, those of the request.
   */
  open: (pluginId: string, plugin: PagePlugin, view?: ViewDocument) => Promise<Frame>
  find: (id: string) => Frame | undefined
  findByHost: (host: string) => Frame | undefined
  /** Tells whether a frame may load this address now: each one once. */
  admits: (address: string) => boolean
  close: (id: string) => void
  /** Ends the frames of a plugin, which is gone or may do less. Returns their ids. */
  closePlugin: (pluginId: string) => string[]
}

export function createFrameHosts(send: SendPageRequest): FrameHosts {
  const frames = new Map<string, Frame>()

  const end = (frame: Frame): void => {
    frames.delete(frame.id)
    frame.document = undefined
    frame.ended.abort()
  }

  const add = (frame: Frame): void => {
    frames.set(frame.id, frame)
    const [oldest] = frames.values()
    if (frames.size > maxFrames && oldest) end(oldest)
  }

  /** Fetches the document of a frame. The page is where redirects lead. */
  const load = async (frame: Frame): Promise<void> => {
    const { plugin, ended } = frame
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(loadMilliseconds)])
    const headers = { accept: 'text/html' }
    const document = await send(plugin, frame.pageUrl, { method: 'GET', headers, signal })
    const { status, url } = document
    if (status < 200 || status > 299) {
      const details = { subject: frame.pageUrl.host, status }
      throw new AppError('pluginServerFailed', 'The page did not come', details)
    }
    frame.document = document
    frame.pageUrl = new URL(url)
    frame.address = addressOf(frame.host, frame.pageUrl)
  }

  const open = async (pluginId: string, given: PagePlugin, view?: ViewDocument): Promise<Frame> => {
    const plugin = view ? withHosts(given, view.hosts) : given
    const ownUrl = view ? viewUrl : (plugin.sheet.page?.url ?? '')
    const pageUrl = URL.parse(plugin.choices.page ? ownUrl : '')
    if (!pageUrl || !/^https?:$/.test(pageUrl.protocol)) {
      throw new AppError('pluginNotFound', 'It shows no page', { subject: plugin.sheet.title })
    }
    const host = randomBytes(16).toString('hex')
    const frame: Frame = {
      id: randomUUID(),
      host,
      address: addressOf(host, pageUrl),
      pluginId,
      plugin,
      pageUrl,
      document: undefined,
      isAdmitted: false,
      running: 0,
      requests: 0,
      bytes: 0,
      refused: new Set(),
      ended: new AbortController(),
    }
    // Known from now on, so that it ends with its plugin while the page is on its way.
    add(frame)
    if (view || plugin.sheet.page?.mode === 'module') {
      const bytes = new TextEncoder().encode(view ? view.html : moduleDocument(pageUrl))
      const headers = new Headers({ 'content-type': 'text/html' })
      frame.document = { status: 200, headers, bytes, url: pageUrl.href }
      return frame
    }
    try {
      await load(frame)
    } catch (error) {
      end(frame)
      throw error
    }
    if (!frames.has(frame.id)) {
      throw new AppError('pluginNotFound', 'It was stopped', { subject: plugin.sheet.title })
    }
    return frame
  }

  return {
    open,
    find: (id) => frames.get(id),
    findByHost: (host) => [...frames.values()].find((frame) => frame.host === host),
    admits(address) {
      const frame = [...frames.values()].find((each) => each.address === address)
      if (!frame || frame.isAdmitted) return false
      frame.isAdmitted = true
      return true
    },
    close(id) {
      const frame = frames.get(id)
      if (frame) end(frame)
    },
    closePlugin(pluginId) {
      const ended = [...frames.values()].filter((frame) => frame.pluginId === pluginId)
      ended.forEach(end)
      return ended.map(({ id }) => id)
    },
  }
}

/** The address of each view: nothing is there, and no sheet names it. */
const viewUrl = 'https://view.invalid/'

/** Returns a plugin with those hosts alone that the sheet names or the user has added. */
function withHosts(plugin: PagePlugin, hosts: readonly string[]): PagePlugin {
  const { sheet, choices } = plugin
  const named = sheet.hosts.filter(({ host }) => hosts.includes(host))
  const added = choices.viewHosts
    .filter((host) => hosts.includes(host) && named.every((known) => known.host !== host))
    .map((host) => ({ host, sends: ['pageRequests' as const], required: false }))
  return { ...plugin, sheet: { ...sheet, hosts: [...named, ...added] } }
}

function addressOf(host: string, { pathname, search }: URL): string {
  return `${pluginScheme}://${host}${pathname}${search}`
}
