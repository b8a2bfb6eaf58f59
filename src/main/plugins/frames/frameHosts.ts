import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { pluginScheme } from './frameAddress.ts'
import { moduleDocument } from './moduleDocument.ts'
import type { PageAnswer, PagePlugin, SendPageRequest } from './pagePlugin.ts'

/** Frames that are open at a time; the oldest end, as those of a page that was reloaded. */
const framesMaximum = 50
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
   * Fetches a plugin's page and keeps it for a new frame. Errors: pluginNotFound if the plugin has
   * no page that may be shown, pluginServerFailed, those of the request.
   */
  open: (pluginId: string, plugin: PagePlugin) => Promise<Frame>
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

  const add = (frame: Frame): Frame => {
    frames.set(frame.id, frame)
    const [oldest] = frames.values()
    if (frames.size > framesMaximum && oldest) end(oldest)
    return frame
  }

  const open = async (pluginId: string, plugin: PagePlugin): Promise<Frame> => {
    const pageUrl = URL.parse(plugin.choices.page ? (plugin.sheet.page?.url ?? '') : '')
    if (!pageUrl || !/^https?:$/.test(pageUrl.protocol)) {
      throw new AppError('pluginNotFound', 'It shows no page', { subject: plugin.sheet.title })
    }
    const host = randomBytes(16).toString('hex')
    const frame: Frame = {
      id: randomUUID(),
      host,
      address: `${pluginScheme}://${host}${pageUrl.pathname}${pageUrl.search}`,
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
    if (plugin.sheet.page?.mode === 'module') {
      const bytes = new TextEncoder().encode(moduleDocument(pageUrl))
      const headers = new Headers({ 'content-type': 'text/html' })
      frame.document = { status: 200, headers, bytes, url: pageUrl.href }
    } else {
      const signal = AbortSignal.any([frame.ended.signal, AbortSignal.timeout(loadMilliseconds)])
      const headers = { accept: 'text/html' }
      frame.document = await send(plugin, pageUrl, { method: 'GET', headers, signal })
      const { status } = frame.document
      if (status < 200 || status > 299) {
        const details = { subject: pageUrl.host, status }
        throw new AppError('pluginServerFailed', 'The page did not come', details)
      }
    }
    return add(frame)
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
