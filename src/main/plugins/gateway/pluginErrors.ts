import { AppError } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { isObject, parseJson, textOf } from '../../../shared/json.ts'
import { redactKeys } from '../../secrets/redact.ts'

/** The error types of existing plugin servers and gateways. */
const codeByType: Readonly<Record<string, ErrorCode>> = {
  BadRequest: 'pluginArgumentsInvalid',
  PluginApiParamsError: 'pluginArgumentsInvalid',
  PluginSettingsInvalid: 'pluginSettingsInvalid',
  PluginApiNotFound: 'pluginNotFound',
  PluginMetaNotFound: 'pluginNotFound',
  PluginManifestNotFound: 'pluginNotFound',
  PluginMarketIndexNotFound: 'pluginNotFound',
  PluginMetaInvalid: 'pluginManifestInvalid',
  PluginManifestInvalid: 'pluginManifestInvalid',
  PluginMarketIndexInvalid: 'pluginManifestInvalid',
}

/** The statuses that say the same without a type. 490 and 590 are those servers' own. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'pluginArgumentsInvalid',
  404: 'pluginNotFound',
  410: 'pluginNotFound',
  422: 'pluginArgumentsInvalid',
  490: 'pluginManifestInvalid',
  590: 'pluginNotFound',
}

const maxWords = 500
const maxReadLength = 20_000

export interface FailedAnswer {
  status: number
  text: string
  /** The plugin's title and its tool's name, for the error. */
  plugin: string
  tool: string
  /** True if the plugin has settings: one of them may be what the server refuses. */
  hasSettings: boolean
  secrets: readonly string[]
}

/**
 * Returns the error for an answer of a plugin's server that is no success. The server's words are
 * in it, masked: some servers send the settings back.
 */
export function pluginError(answer: FailedAnswer): AppError {
  const { status, text, plugin, tool, hasSettings, secrets } = answer
  const failure = readFailure(text.slice(0, maxReadLength))
  const isSignIn = status === 401 || status === 403
  const code =
    (Object.hasOwn(codeByType, failure.type) ? codeByType[failure.type] : undefined) ??
    (failure.type === '' ? codeByStatus[status] : undefined) ??
    (isSignIn && hasSettings ? 'pluginSettingsInvalid' : 'pluginServerFailed')
  const said = redactKeys(failure.words, secrets).slice(0, maxWords).toWellFormed().trim()
  const isAboutTool = code === 'pluginArgumentsInvalid' || code === 'pluginNotFound'
  return new AppError(
    code,
    `The plugin's server answered with status ${String(status)}.${said && ` It said: ${said}`}`,
    { status, subject: isAboutTool ? tool : plugin, ...(said && { answer: said }) },
  )
}

/** Returns the type and the words of an error's body. The rest of it may echo what was sent. */
function readFailure(text: string): { type: string; words: string } {
  const value = parseJson(text)
  if (!isObject(value)) return { type: '', words: /<\/?[a-z!]/i.test(text) ? '' : text }
  const body = value['body'] ?? value
  if (!isObject(body)) return { type: textOf(value['errorType']), words: textOf(body) }
  const said = body['message'] ?? body['error'] ?? body['detail'] ?? value['message'] ?? ''
  const words = isObject(said) && 'message' in said ? said['message'] : said
  return {
    type: textOf(value['errorType']),
    words: typeof words === 'string' ? words : JSON.stringify(words),
  }
}
