import { AppError } from '../../../shared/errors.ts'
import { pluginFrames as pluginFramesFeature } from '../../../shared/pluginFrames.ts'
import type { FeatureContext, OpenFeature } from '../../feature.ts'
import { answerPage } from './answerPage.ts'
import { createFrameHosts, type Frame } from './frameHosts.ts'
import { pageMessageSchema } from './pageMessages.ts'
import type { PagePlugins, SendPageRequest } from './pagePlugin.ts'
import { createPageState, removeOrphanedState } from './pageState.ts'
import { createServeFrame } from './serveFrame.ts'
import type { ShownCalls } from './shownCalls.ts'

/** How often one frame may make the model go on. */
const requestsMaximum = 20

export interface PluginFramesOptions {
  plugins: PagePlugins
  /** Returns the calls of the open history. */
  calls: () => ShownCalls | undefined
  send: SendPageRequest
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
  modelRequests: number
}

/** Opens the pages of plugins: main fetches them, serves them and answers their messages. */
export function openPluginFrames(
  context: Pick<FeatureContext, 'createBroadcast' | 'history' | 'log' | 'runtime'>,
  options: PluginFramesOptions,
): OpenPluginFrames {
  const { plugins, send, appOrigin } = options
  const { history, log, runtime } = context
  const hosts = createFrameHosts(send)
  const broadcast = context.createBroadcast('pluginFrames', pluginFramesFeature)
  const shown = new Map<string, ShownFrame>()
  plugins.onStopped((pluginId) => {
    for (const frameId of hosts.closePlugin(pluginId)) {
      shown.delete(frameId)
      broadcast('closed', { frameId })
    }
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

  return {
    serve: createServeFrame({ hosts, send, appOrigin, onRefused: plugins.logRefusal, log }),
    admits: hosts.admits,
    handlers: () => ({
      async open({ messageId, toolCallId }) {
        const { call } = readPage(messageId, toolCallId)
        const { plugin: pluginId } = call.result.page
        const plugin = plugins.find(pluginId)
        if (!plugin) throw new AppError('pluginNotFound', 'It is not there', { subject: pluginId })
        const frame = await hosts.open(pluginId, plugin)
        for (const id of shown.keys()) if (!hosts.find(id)) shown.delete(id)
        shown.set(frame.id, { frame, messageId, toolCallId, modelRequests: 0 })
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
      async receive({ frameId, message, isUsed }) {
        const page = findShown(frameId)
        const { messageId, toolCallId } = page
        const parsed = pageMessageSchema.safeParse(message)
        // Libraries in the page send messages of their own to the top.
        if (!parsed.success) return { replies: [], message: null, asksModel: false }
        const { calls, kept } = readPage(messageId, toolCallId)
        const asking = { plugin: page.frame.plugin, messageId, toolCallId }
        const outcome = await answerPage(parsed.data, asking, { plugins, calls, state: kept })
        const mayAsk = (isUsed || outcome.isFirst) && page.modelRequests < requestsMaximum
        const asksModel = outcome.wantsModel && mayAsk
        if (asksModel) page.modelRequests += 1
        return { replies: outcome.replies, message: outcome.message, asksModel }
      },
    }),
  }
}
