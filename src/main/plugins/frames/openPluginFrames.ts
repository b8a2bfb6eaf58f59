import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import {
  frameLimits,
  pluginFrames as pluginFramesFeature,
} from '../../../shared/plugins/pluginFrames.ts'
import type { PluginTool } from '../../../shared/plugins/pluginSheet.ts'
import { parseJson } from '../../../shared/json.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import type { FeatureContext, OpenFeature } from '../../feature.ts'
import { hasMoreValues } from '../../hasMoreValues.ts'
import { answerPage, assertUsed } from './answerPage.ts'
import { linkAddress } from './frameAddress.ts'
import { createFrameHosts, type Frame } from './frameHosts.ts'
import { createMessageGate } from './messageGate.ts'
import { pageMessageSchema } from './pageMessages.ts'
import type { PagePlugins, SendPageRequest } from './pagePlugin.ts'
import { createPageState, removeOrphanedState } from './pageState.ts'
import { createServeFrame, type FrameReply } from './serveFrame.ts'
import type { ShownCalls } from './shownCalls.ts'
import { answerView, type ViewHost } from './views/answerView.ts'
import { readView, type ViewDocument } from './views/readView.ts'
import { createViewHost, type ViewHostOptions } from './views/viewHost.ts'
import { viewMessageSchema, type ViewReply } from './views/viewMessages.ts'
import { readViewResult } from './views/viewResult.ts'

/** Times that one frame may make the model continue. */
const maxRequests = 20
/** The most values of one message: parsing takes time by these. */
const maxValues = 50_000

export interface PluginFramesOptions {
  plugins: PagePlugins
  /** Returns the calls of the open history. */
  calls: () => ShownCalls | undefined
  send: SendPageRequest
  /** Asks the user for a view. */
  questions: ViewHostOptions['questions']
  /** Asks the user where a file is to be written. Resolves to null for no place. */
  choosePlace: (name: string) => Promise<string | null>
  /** The origin of Parley's own page. */
  appOrigin: string
}

export interface OpenPluginFrames extends OpenFeature<typeof pluginFramesFeature> {
  /** Answers the plugins' scheme. */
  serve: (request: Request) => Promise<Response>
  /** Tells whether a frame may load this address now: each one once. */
  admits: (address: string) => boolean
}

interface ShownFrame {
  frame: Frame
  messageId: string
  toolCallId: string
  theme: 'light' | 'dark'
  /** Set for a view of the Model Context Protocol. */
  view: ShownView | null
  /** Whether the user works in it. */
  isUsed: boolean
  /** Whether the user has worked in it at all. */
  wasUsed: boolean
  /** Whether the user is being asked to open a link. */
  asksForLink: boolean
  modelRequests: number
  /** Counts its messages. */
  admits: ReturnType<typeof createMessageGate>
  /** Answers one message after the other, so that what the page keeps stays in order. */
  inTurn: ReturnType<typeof createSerialQueue>
}

interface ShownView {
  tool: PluginTool
  host: ViewHost
}

const viewMilliseconds = 60_000
const storedMilliseconds = 50
const maxStoredMilliseconds = 5000

/** Opens the pages of plugins: main fetches them, serves them and answers their messages. */
export function openPluginFrames(
  context: Pick<FeatureContext, 'createBroadcast' | 'history' | 'locale' | 'log' | 'runtime'>,
  options: PluginFramesOptions,
): OpenPluginFrames {
  const { plugins, send, appOrigin } = options
  const { history, log, runtime } = context
  const hosts = createFrameHosts(send)
  const broadcast = context.createBroadcast('pluginFrames', pluginFramesFeature)
  const shown = new Map<string, ShownFrame>()
  plugins.onStopped((pluginId) => {
    for (const frameId of hosts.closePlugin(pluginId)) endFor('stopped', frameId)
  })
  const state = history.add({
    recover: removeOrphanedState,
    open: (database) => ({ ...createPageState(database), close: () => shown.clear() }),
  })

  const findShown = (frameId: string): ShownFrame => {
    const found = shown.get(frameId)
    if (!found || !hosts.find(frameId)) throw new AppError('pluginNotFound', 'The page is closed')
    return found
  }

  const readPage = (messageId: string, toolCallId: string) => {
    const calls = options.calls()
    const kept = state()
    if (!calls || !kept) throw new AppError('databaseLocked', 'The history is not open')
    return { calls, kept, call: calls.read(messageId, toolCallId) }
  }

  /** The window shows a result as it arrives, and the history has it a little later. */
  const awaitPage = async (messageId: string, toolCallId: string) => {
    for (let waited = 0; ; waited += storedMilliseconds) {
      try {
        return readPage(messageId, toolCallId)
      } catch (error) {
        const isMissing = error instanceof AppError && error.code === 'messageMissing'
        if (!isMissing || waited >= maxStoredMilliseconds) throw error
      }
      await setTimeout(storedMilliseconds)
    }
  }

  const viewHostOf = (frame: Frame, messageId: string, toolCallId: string): ViewHost =>
    createViewHost(frame, messageId, {
      plugins,
      questions: options.questions,
      async saveFile(name, bytes) {
        const path = await options.choosePlace(name)
        if (path !== null) await writeFile(path, bytes)
        return path !== null
      },
      onDrafted(text) {
        plugins.rememberGiven(frame.pluginId, text)
        broadcast('drafted', { frameId: frame.id, text })
      },
      onTold(text) {
        assertUsed(findShown(frame.id).wasUsed, frame.plugin)
        const message = readPage(messageId, toolCallId).calls.tell(messageId, toolCallId, text)
        broadcast('changed', { frameId: frame.id, message, asksModel: false })
      },
      onResized: ({ width, height }) =>
        broadcast('resized', {
          frameId: frame.id,
          width: width ?? null,
          height: height ?? null,
        }),
    })

  /** Asks for one link at a time, and only while the user works in the page. */
  const askForLink = ({ id, pluginId, pageUrl, ended }: Frame, link: string): void => {
    const page = shown.get(id)
    const url = linkAddress(pageUrl, link)
    if (!page?.isUsed || page.asksForLink || !url) return
    page.asksForLink = true
    options.questions
      .askLink({ id: pluginId }, url.href, ended.signal)
      .catch((error: unknown) => log('A link of a page was not opened', error))
      .finally(() => (page.asksForLink = false))
  }

  const fetchView = async (pluginId: string, uri: string): Promise<ViewDocument> => {
    const signal = AbortSignal.timeout(viewMilliseconds)
    return readView(await plugins.readResource(pluginId, uri, signal), uri)
  }

  const endFor = (reason: 'stopped' | 'flood', frameId: string): void => {
    hosts.close(frameId)
    shown.delete(frameId)
    broadcast('closed', { frameId, reason })
  }

  async function answer(page: ShownFrame, bytes: Uint8Array): Promise<readonly FrameReply[]> {
    const { frame, messageId, toolCallId } = page
    const message = parseJson(Buffer.from(bytes).toString('utf8'))
    if (page.view) return answerFor(page, page.view, message)
    const parsed = pageMessageSchema.safeParse(message)
    // Libraries in the page send messages of their own to the top.
    if (!parsed.success || frame.ended.signal.aborted) return []
    const { calls, kept } = readPage(messageId, toolCallId)
    const asking = { plugin: frame.plugin, messageId, toolCallId, wasUsed: page.wasUsed }
    const outcome = await answerPage(parsed.data, asking, { plugins, calls, state: kept })
    const mayAsk = (page.isUsed || outcome.isFirst) && page.modelRequests < maxRequests
    const asksModel = outcome.wantsModel && mayAsk
    if (asksModel) page.modelRequests += 1
    const { message: changed, replies } = outcome
    if (changed || asksModel) {
      broadcast('changed', { frameId: frame.id, message: changed, asksModel })
    }
    return replies
  }

  async function answerFor(
    { frame, messageId, toolCallId, theme }: ShownFrame,
    { tool, host }: ShownView,
    message: unknown,
  ): Promise<readonly ViewReply[]> {
    const parsed = viewMessageSchema.safeParse(message)
    if (!parsed.success || frame.ended.signal.aborted) return []
    const { call, kept } = readPage(messageId, toolCallId)
    const result = readViewResult(kept, messageId, toolCallId)
    const { maxHeight } = frameLimits
    const shownCall = { shown: call, tool, result, theme, locale: context.locale(), maxHeight }
    return answerView(parsed.data, shownCall, host)
  }

  async function receive({ id }: Frame, bytes: Uint8Array): Promise<readonly FrameReply[]> {
    const page = findShown(id)
    const isAdmitted = page.admits(bytes.byteLength, performance.now())
    if (!isAdmitted || hasMoreValues(bytes, maxValues)) {
      endFor('flood', id)
      return []
    }
    // A view's request may wait for the user, so it must not hold up others.
    return page.view ? answer(page, bytes) : page.inTurn(() => answer(page, bytes))
  }

  return {
    serve: createServeFrame({
      hosts,
      send,
      appOrigin,
      onRefused: plugins.logRefusal,
      onMessage: receive,
      onLink: askForLink,
      onFlood: ({ id }) => endFor('flood', id),
      log,
    }),
    admits: hosts.admits,
    handlers: () => ({
      async open({ messageId, toolCallId, theme }) {
        const { call } = await awaitPage(messageId, toolCallId)
        const { plugin: pluginId } = call.result.page
        const plugin = plugins.find(pluginId)
        if (!plugin) throw new AppError('pluginNotFound', 'It is not there', { subject: pluginId })
        const tool = plugin.sheet.tools.find(({ callName }) => callName === call.call.name)
        const resource = plugin.choices.page ? tool?.view?.resource : undefined
        const frame = await hosts.open(
          pluginId,
          plugin,
          resource ? await fetchView(pluginId, resource) : undefined,
        )
        for (const id of shown.keys()) if (!hosts.find(id)) shown.delete(id)
        shown.set(frame.id, {
          ...{ frame, messageId, toolCallId, theme },
          view: tool && resource ? { tool, host: viewHostOf(frame, messageId, toolCallId) } : null,
          isUsed: false,
          wasUsed: false,
          asksForLink: false,
          modelRequests: 0,
          admits: createMessageGate(),
          inTurn: createSerialQueue(),
        })
        return {
          frameId: frame.id,
          address: runtime.inPage(frame.address),
          title: plugin.sheet.title,
          width: plugin.sheet.page?.width ?? null,
          height: plugin.sheet.page?.height ?? null,
        }
      },
      close({ frameId }) {
        hosts.close(frameId)
        shown.delete(frameId)
        return {}
      },
      setUsed({ frameId, isUsed }) {
        const page = findShown(frameId)
        page.isUsed = isUsed
        page.wasUsed ||= isUsed
        return {}
      },
    }),
  }
}
