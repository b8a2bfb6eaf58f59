import { randomUUID } from 'node:crypto'
import { maxApprovalScopeLength, maxDestinationLength } from '../../../shared/limits.ts'
import type { ToolCallPart, ToolProgress, ToolResultPart } from '../../../shared/chat/parts.ts'
import { checkInput } from '../../tools/checkInput.ts'
import type { FoundGrant, GrantedTool } from '../../tools/grants.ts'
import type { Consent, Tool, ToolCallContext, ToolInput } from '../../tools/tool.ts'
import { findFlow, receiverOf, sourcesOf, type ReadSource } from './dataFlow.ts'
import { findTool, type FoundTool } from './findTool.ts'
import type { RunningReply } from '../reply/runningReply.ts'

export interface AdmitOptions {
  tools: readonly Tool[]
  context: Omit<ToolCallContext, 'toolCallId' | 'argumentsText' | 'earlier'>
  /** Returns the user's permission that covers a call in this chat. */
  findGrant: (tool: GrantedTool, input: ToolInput) => FoundGrant | undefined
  /** Set if the user is asked whatever is allowed. */
  mustAsk?: boolean
  /** Set if the user is asked about each call that changes something, whatever is allowed. */
  asksToWrite?: boolean
  /** Returns what the chat has read before this answer. */
  earlierSources: () => Promise<readonly ReadSource[]>
}

/** Checks a call: whether it can run, and whether the user must decide. */
export async function admitToolCall(
  call: ToolCallPart,
  reply: RunningReply,
  options: AdmitOptions,
): Promise<ToolProgress | ToolResultPart> {
  const { id } = call
  const failed = (text: string): ToolResultPart => ({ type: 'toolResult', id, text, failed: true })
  const found = findTool(call, options.tools)
  if ('problem' in found) {
    const { problem, isAltered } = found
    return { ...failed(problem), ...(isAltered && { refusal: 'argumentsAltered' }) }
  }
  const { tool, input } = found
  const problem = await checkInput(tool, input, reply.signal)
  if (problem !== null) return failed(problem)
  try {
    const consent = await tool.consent(input, contextOf(call.id, found, reply, options))
    const to = receiverOf(tool, consent)
    const sources =
      to === undefined ? [] : [...(await options.earlierSources()), ...sourcesOf(reply.parts())]
    const decided = decide({ tool, consent, input, to, sources }, options)
    return { ...describe(call, found), ...decided }
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'The tool failed.')
  }
}

function describe({ id }: ToolCallPart, { tool, target }: FoundTool) {
  const { title, effect, pluginId, pluginTitle, hash } = tool
  return {
    type: 'toolProgress' as const,
    id,
    title,
    effect,
    ...(pluginId !== undefined && { pluginId }),
    ...(pluginTitle !== undefined && { pluginTitle }),
    ...(hash !== undefined && { hash }),
    ...(target && { target }),
  }
}

interface Asked {
  tool: Tool
  consent: Consent
  input: ToolInput
  /** The host or program that would receive the arguments; `undefined` if they stay in the app. */
  to: string | undefined
  sources: readonly ReadSource[]
}

function decide(
  { tool, consent, input, to, sources }: Asked,
  { findGrant, mustAsk = false, asksToWrite = false }: AdmitOptions,
): Pick<ToolProgress, 'state' | 'approval' | 'permission'> {
  const scope = scopeOf(tool, consent)
  const grant = scope === null ? undefined : findGrant(grantedToolOf(tool, scope), input)
  const flow = to === undefined ? undefined : findFlow(to, input, sources, grant)
  const asks = mustAsk || (asksToWrite && tool.effect === 'write')
  if (!asks && !flow) {
    if (consent.ask === 'never') return { state: 'allowed', permission: 'policy' }
    if (grant) return { state: 'allowed', permission: grant.lasts }
  }
  const destination = consent.destination ?? tool.destination
  const approval = {
    id: randomUUID(),
    scope,
    destination: destination?.slice(0, maxDestinationLength) ?? null,
    ...(consent.price !== undefined && { price: consent.price }),
    always: scope !== null && !flow && mayLast(tool),
    ...(flow && { flow }),
  }
  return { state: 'awaiting', approval }
}

/** Returns what a lasting permission covers; null if each call needs its own. */
export function scopeOf(tool: Tool, consent: Consent): string | null {
  if (consent.ask === 'always') return null
  const scope = consent.scope ?? tool.name
  // A shortened scope could cover more than the user allowed.
  return scope.length <= maxApprovalScopeLength ? scope : null
}

export function grantedToolOf({ name, pluginId, hash }: Tool, scope: string): GrantedTool {
  return { name, scope, pluginId: pluginId ?? '', hash: hash ?? '' }
}

/**
 * Tells whether a tool may be allowed for ever: one that a hash identifies, and that changes
 * nothing. What a plugin says of itself can only make its effect graver.
 */
function mayLast({ hash, effect }: Tool): boolean {
  return hash !== undefined && effect !== 'write'
}

export function contextOf(
  toolCallId: string,
  { argumentsText }: FoundTool,
  reply: RunningReply,
  { context }: AdmitOptions,
): ToolCallContext {
  return { ...context, toolCallId, argumentsText, earlier: reply.parts() }
}
