import type { PluginSheet, SheetChoices } from '../../../shared/plugins/pluginSheet.ts'

/** A plugin whose page is shown, with what the user allows it. */
export interface PagePlugin {
  sheet: PluginSheet
  choices: SheetChoices
}

/** A value of a setting that is no secret. */
export type SettingValue = string | number | boolean | null

export interface ViewCall {
  pluginId: string
  /** The tool's own name. */
  tool: string
  input: Record<string, unknown>
  /** The message that shows the view. */
  messageId: string
}

/** Asks the user whether a view may make a call. */
export type AskForCall = (tool: string, argumentsText: string) => Promise<boolean>
export type ViewResult = Record<string, unknown>

/** Access of frames to the installed plugins. */
export interface PagePlugins {
  /** Returns an installed plugin that is switched on. */
  find: (id: string) => PagePlugin | undefined
  /** Returns the settings that are no secrets. */
  readSettings: (id: string) => Record<string, SettingValue>
  /** Changes settings. Errors: pluginSettingsInvalid. */
  writeSettings: (id: string, values: Record<string, SettingValue>) => Promise<void>
  /** Reads a resource of the plugin's server. */
  readResource: (id: string, uri: string, signal: AbortSignal) => Promise<unknown>
  /**
   * Calls a tool of the plugin for its view. `ask` is asked unless the user has allowed this tool in
   * the chat of the message. Errors: pluginRefused, those of the call.
   */
  callFromView: (call: ViewCall, ask: AskForCall, signal: AbortSignal) => Promise<ViewResult>
  /** Remembers a text that the user may send, as one of the plugin's. */
  rememberGiven: (id: string, text: string) => void
  /** Notes in the log what a page tried and may not. */
  logRefusal: (id: string, host: string, address: string) => void
  /** Sets the listener for plugins that are gone, or that may do something else now. */
  onStopped: (listener: (id: string) => void) => void
}

export interface PageRequest {
  method: string
  headers: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
}

export interface PageAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  /** The address after redirects. */
  url: string
}

/**
 * Sends a page's request to an address that the sheet names. Judges every redirect and the address
 * of every connection. Errors: pluginNetworkRefused, connectionFailed, timeout.
 */
export type SendPageRequest = (
  plugin: PagePlugin,
  url: URL,
  request: PageRequest,
) => Promise<PageAnswer>
