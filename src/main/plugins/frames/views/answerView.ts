import { calledTool } from '../../../../shared/plugins/calledTool.ts'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { isObject, parseJson } from '../../../../shared/json.ts'
import type { ShownCall } from '../shownCalls.ts'
import {
  callSchema,
  contextSchema,
  downloadSchema,
  linkSchema,
  messageSchema,
  notify,
  resourceSchema,
  rpcCodes,
  sizeSchema,
  type Download,
  type ViewMessage,
  type ViewReply,
} from './viewMessages.ts'

/** Requests of a view, each checked before it is answered. */
export interface ViewHost {
  /** Calls a tool of the view's own server, if the user allows it. Resolves to its result. */
  callTool: (name: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** Reads a resource of the view's own server. */
  readResource: (uri: string) => Promise<Record<string, unknown>>
  /** Asks the user to open an address. Resolves to whether it was opened. */
  openLink: (url: string) => Promise<boolean>
  /** Asks the user to save files. Resolves to whether all were saved. */
  save: (contents: readonly Download[]) => Promise<boolean>
  /** Proposes a text for the user's message. Resolves to whether the user took it. */
  propose: (text: string) => Promise<boolean>
  /** Tells the model something with the result, in place of what was told before. */
  tellModel: (text: string) => Promise<void>
  resize: (size: { width?: number | undefined; height?: number | undefined }) => void
}

/** The result that a view shows, and where it shows it. */
export interface ViewContext {
  shown: ShownCall
  /** The server's own name of the tool that was called. */
  tool: { name: string; description: string; parameters: Readonly<Record<string, unknown>> }
  /** The result as the server gave it; null if it is not kept. */
  result: Record<string, unknown> | null
  theme: 'light' | 'dark'
  locale: string
  maxHeight: number
}

const protocolVersion = '2026-01-26'

/**
 * Answers one message of a view of the Model Context Protocol. Most of what it may ask needs main or
 * the user; the rest is refused by name.
 */
export async function answerView(
  { id, method, params }: ViewMessage,
  context: ViewContext,
  host: ViewHost,
): Promise<ViewReply[]> {
  if (id === undefined) return hear(method, params, context, host)
  try {
    return [{ jsonrpc: '2.0', id, result: await answer(method, params, context, host) }]
  } catch (error) {
    return [{ jsonrpc: '2.0', id, error: toRpcError(error) }]
  }
}

function hear(
  method: string,
  params: Record<string, unknown>,
  { shown, result }: ViewContext,
  host: ViewHost,
): ViewReply[] {
  if (method === 'ui/notifications/initialized') {
    const given = parseJson(calledTool(shown.call).arguments)
    return [
      notify('tool-input', { arguments: isObject(given) ? given : {} }),
      notify('tool-result', result ?? fromText(shown)),
    ]
  }
  const size = sizeSchema.safeParse(params)
  if (method === 'ui/notifications/size-changed' && size.success) host.resize(size.data)
  return []
}

/** A stored result has at least the text that the model has read. */
function fromText({ result }: ShownCall): Record<string, unknown> {
  return { content: [{ type: 'text', text: result.text }], isError: result.failed }
}

async function answer(
  method: string,
  params: Record<string, unknown>,
  context: ViewContext,
  host: ViewHost,
): Promise<Record<string, unknown>> {
  switch (method) {
    case 'ui/initialize':
      return introduce(context)
    case 'ping':
      return {}
    case 'ui/request-display-mode':
      return { mode: 'inline' }
    case 'ui/open-link':
      return (await host.openLink(linkSchema.parse(params).url)) ? {} : { isError: true }
    case 'ui/message': {
      const text = messageSchema.parse(params).content.join('\n\n')
      return (await host.propose(text)) ? {} : { isError: true }
    }
    case 'ui/download-file':
      return (await host.save(downloadSchema.parse(params).contents)) ? {} : { isError: true }
    case 'ui/update-model-context': {
      const { content, structuredContent } = contextSchema.parse(params)
      const data = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]
      await host.tellModel([...content, ...data].join('\n\n'))
      return {}
    }
    case 'tools/call': {
      const { name, arguments: input } = callSchema.parse(params)
      return host.callTool(name, input)
    }
    case 'resources/read':
      return host.readResource(resourceSchema.parse(params).uri)
    default:
      throw new UnknownMethod(method)
  }
}

class UnknownMethod extends Error {}

function introduce(context: ViewContext): Record<string, unknown> {
  const { tool, shown, theme, locale, maxHeight } = context
  const { name, description, parameters } = tool
  return {
    protocolVersion,
    hostInfo: { name: 'Parley', version: '1' },
    hostCapabilities: {
      ...{ openLinks: {}, serverTools: {}, serverResources: {} },
      downloadFile: {},
      message: { text: {} },
      updateModelContext: { text: {}, structuredContent: {} },
    },
    hostContext: {
      toolInfo: { id: shown.call.id, tool: { name, description, inputSchema: parameters } },
      theme,
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { maxHeight },
      locale,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      platform: 'desktop',
      userAgent: 'Parley',
    },
  }
}

function toRpcError(error: unknown): { code: number; message: string } {
  if (error instanceof UnknownMethod) {
    return { code: rpcCodes.unknownMethod, message: `Parley does not know ${error.message}` }
  }
  if (error instanceof z.ZodError) {
    return {
      code: rpcCodes.invalidParameters,
      message: 'The parameters are not those of the method',
    }
  }
  const reason = error instanceof AppError ? error.code : 'unexpected'
  return { code: rpcCodes.failed, message: `Parley could not do it: ${reason}` }
}
