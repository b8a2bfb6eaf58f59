import { calledTool } from '../../../shared/plugins/calledTool.ts'
import type { Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import type { PageMessage, PageReply } from './pageMessages.ts'
import type { PagePlugin, PagePlugins, SettingValue } from './pagePlugin.ts'
import type { PageState } from './pageState.ts'
import type { ShownCall, ShownCalls } from './shownCalls.ts'

const maxSettings = 200

export interface AnswerPageOptions {
  plugins: PagePlugins
  calls: ShownCalls
  state: PageState
}

/** The frame that the message came from. */
export interface AskingPage {
  plugin: PagePlugin
  messageId: string
  toolCallId: string
  /** Whether the user has pressed this page since it was opened. */
  wasUsed: boolean
}

export interface PageOutcome {
  replies: PageReply[]
  /** The changed answer. */
  message: Message | null
  /** Whether the page wants the model to go on; the caller decides whether it may. */
  wantsModel: boolean
  /** Whether it has filled in a result that was empty: the page's own first step. */
  isFirst: boolean
}

const nothing: PageOutcome = { replies: [], message: null, wantsModel: false, isFirst: false }

/**
 * Answers one message of a page. What it writes into the chat is taken once the user has pressed
 * it; before that it may only fill in a result that waits for it. Errors: pluginRefused, those of
 * the calls, the settings and the state.
 */
export async function answerPage(
  message: PageMessage,
  page: AskingPage,
  options: AnswerPageOptions,
): Promise<PageOutcome> {
  const { messageId, toolCallId, plugin } = page
  const { calls, state, plugins } = options
  const replying = (...replies: PageReply[]): PageOutcome => ({ ...nothing, replies })
  const shown = calls.read(messageId, toolCallId)
  switch (message.type) {
    case 'lobe-chat:plugin-ready-for-render':
      if (!shown.result.page.isAnswer) return replying(rendering(shown, plugin))
      return replying(initialising(shown, page, options))
    case 'lobe-chat:fetch-plugin-message':
      return replying(rendering(shown, plugin))
    case 'lobe-chat:fetch-plugin-settings': {
      const value = readSettings(plugin, plugins)
      return replying({ type: 'lobe-chat:render-plugin-settings', value })
    }
    case 'lobe-chat:fetch-plugin-state': {
      const { key } = message
      const kept = state.read(messageId, toolCallId)
      const value = Object.hasOwn(kept, key) ? kept[key] : undefined
      return replying({ type: 'lobe-chat:render-plugin-state', key, value })
    }
    case 'lobe-chat:update-plugin-state':
      state.write(messageId, toolCallId, message.key, message.value)
      return nothing
    case 'lobe-chat:update-plugin-settings':
      if (!plugin.choices.pageReadsSettings) return nothing
      await plugins.writeSettings(plugin.sheet.id, plainSettings(message.value, plugin))
      return nothing
    case 'lobe-chat:fill-plugin-content': {
      const text = toText(message.content)
      const wantsModel = message.triggerAiMessage ?? false
      if (text === shown.result.text) return { ...nothing, wantsModel }
      if (!shown.isOpen) assertUsed(page.wasUsed, plugin)
      const isFirst = shown.result.page.isAnswer && shown.result.text === ''
      return { replies: [], message: calls.fill(messageId, toolCallId, text), wantsModel, isFirst }
    }
    case 'lobe-chat:trigger-ai-message':
      return { ...nothing, wantsModel: true }
    case 'lobe-chat:create-assistant-message':
      assertUsed(page.wasUsed, plugin)
      return { ...nothing, message: calls.append(messageId, toolCallId, message.content) }
  }
}

/** Errors: pluginRefused for a page that the user has not pressed since it was opened. */
export function assertUsed(wasUsed: boolean, { sheet }: PagePlugin): void {
  if (wasUsed) return
  throw new AppError('pluginRefused', 'The user has not pressed the page', { subject: sheet.title })
}

/** Returns the plugin's own name of the tool that was called. */
function toolName({ call }: ShownCall, { sheet }: PagePlugin): string {
  return sheet.tools.find(({ callName }) => callName === call.name)?.name ?? call.name
}

function rendering(shown: ShownCall, plugin: PagePlugin): PageReply {
  const { text } = shown.result
  const content = parseJson(text) ?? text
  const props = { content, name: toolName(shown, plugin) }
  return { type: 'lobe-chat:render-plugin', props }
}

function initialising(
  shown: ShownCall,
  { plugin, messageId, toolCallId }: AskingPage,
  { plugins, state }: AnswerPageOptions,
): PageReply {
  const { id, type } = plugin.sheet
  const payload = {
    apiName: toolName(shown, plugin),
    arguments: calledTool(shown.call).arguments,
    identifier: id,
    type,
  }
  return {
    type: 'lobe-chat:init-standalone-plugin',
    payload,
    // Pages of the protocol's first version read this name.
    props: payload,
    settings: readSettings(plugin, plugins),
    state: state.read(messageId, toolCallId),
  }
}

function readSettings(
  { sheet, choices }: PagePlugin,
  plugins: PagePlugins,
): Record<string, SettingValue> {
  if (!choices.pageReadsSettings) return {}
  const all = plugins.readSettings(sheet.id)
  const plain = Object.entries(all).filter(([name]) => !sheet.secretSettings.includes(name))
  return Object.fromEntries(plain)
}

/** Returns the settings of the sheet that are no secrets and have a plain value. */
function plainSettings(
  given: Record<string, unknown>,
  { sheet }: PagePlugin,
): Record<string, SettingValue> {
  const known = sheet.settings?.['properties']
  const names = typeof known === 'object' && known !== null ? Object.keys(known) : []
  const entries = Object.entries(given).slice(0, maxSettings)
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, SettingValue][] => {
      if (!names.includes(name) || sheet.secretSettings.includes(name)) return []
      return isPlain(value) ? [[name, value]] : []
    }),
  )
}

function isPlain(value: unknown): value is SettingValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function toText(content: unknown): string {
  return typeof content === 'string' ? content : (JSON.stringify(content) ?? '')
}
