import { canonicalArguments } from '../../../shared/plugins/canonicalArguments.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../storage/connection.ts'
import { findGrant } from '../../tools/grants.ts'
import type { AskForCall, ViewCall, ViewResult } from '../frames/pagePlugin.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { CallAnswer } from './callAnswer.ts'
import type { ToolCall } from './toolCall.ts'

export interface ViewCallDependencies {
  database: Database
  get: (id: string) => StoredPlugin | undefined
  call: (call: ToolCall, signal: AbortSignal) => Promise<CallAnswer>
  deny: (call: ToolCall) => void
}

/**
 * Calls a tool for a view: one of its own server that is there for views, if the user has allowed it
 * in this chat, or allows it now. Errors: pluginRefused, pluginArgumentsInvalid, those of the call.
 */
export async function callFromView(
  { pluginId, tool: name, input, messageId }: ViewCall,
  ask: AskForCall,
  signal: AbortSignal,
  { database, get, call, deny }: ViewCallDependencies,
): Promise<ViewResult> {
  const tool = get(pluginId)?.sheet.tools.find((known) => known.name === name)
  const refuse = (why: string): AppError => new AppError('pluginRefused', why, { subject: name })
  if (!tool || tool.view?.forView === false) throw refuse('The view may not call it')
  const given = canonicalArguments(JSON.stringify(input))
  if ('problem' in given) {
    throw new AppError('pluginArgumentsInvalid', given.problem, { subject: name })
  }
  const { text: argumentsText } = given
  const wanted = { pluginId, tool: name, hash: tool.hash, argumentsText }
  const granted = { name: tool.callName, scope: `plugin ${pluginId} ${tool.hash}` }
  const chat = database.get('SELECT conversation_id FROM message WHERE id = ?', messageId)
  const found =
    chat &&
    findGrant(
      database,
      String(chat['conversation_id']),
      { ...granted, pluginId, hash: tool.hash },
      given.input,
    )
  if (!found && !(await ask(tool.title, argumentsText))) {
    deny(wanted)
    throw refuse('The user did not allow it')
  }
  const { viewResult } = await call(wanted, signal)
  return viewResult ?? {}
}
