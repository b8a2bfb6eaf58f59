import type { ReplyInput } from '../../../shared/chat/chat.ts'
import { calledTool } from '../../../shared/plugins/calledTool.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { Part, ToolCallPart, ToolPermission } from '../../../shared/chat/parts.ts'
import { createPattern, matchesPattern } from '../../tools/argumentPattern.ts'
import type { ArgumentPattern } from '../../tools/argumentPattern.ts'
import type { GrantedTool, NewGrant } from '../../tools/grants.ts'
import type { ToolInput } from '../../tools/tool.ts'
import { openToolCalls } from '../history/messageParts.ts'
import { isAwaited } from './toolCallStates.ts'

export type Decision = Omit<Extract<ReplyInput, { kind: 'answerToolCall' }>, 'kind' | 'messageId'>

export interface Decided {
  parts: Part[]
  /** The permissions for later calls. */
  grants: NewGrant[]
  /** The calls that the user has allowed. */
  allowed: ToolCallPart[]
}

/**
 * Returns the parts with the user's decision on one or several calls. A lasting permission also
 * covers the calls beside them. Returns undefined if one of the questions is not open.
 */
export function decideToolCalls(parts: readonly Part[], decision: Decision): Decided | undefined {
  const open = openToolCalls(parts).filter(isAwaited)
  const ids = new Set([decision.approvalId, ...(decision.alike ?? [])])
  const asked = open.filter(({ approval }) => approval && ids.has(approval.id))
  if (asked.length !== ids.size) return undefined
  if (decision.decision === 'deny') {
    return { parts: withStates(parts, new Map(), asked), grants: [], allowed: [] }
  }
  const grants = uniqueGrants(asked.flatMap((call) => grantFor(call, decision) ?? []))
  const allowed = new Map<ToolCallPart, ToolPermission>()
  for (const call of open) {
    const covering = grants.find((grant) => covers(grant, call))
    if (asked.includes(call)) allowed.set(call, permissionFor(call, decision))
    else if (covering && !call.approval?.flow) allowed.set(call, covering.lasts)
  }
  return { parts: withStates(parts, allowed, []), grants, allowed: asked }
}

function withStates(
  parts: readonly Part[],
  allowed: ReadonlyMap<Part, ToolPermission>,
  denied: readonly Part[],
): Part[] {
  return parts.map((part): Part => {
    if (part.type !== 'toolCall') return part
    if (denied.includes(part)) return { ...part, state: 'denied' }
    const permission = allowed.get(part)
    return permission ? { ...part, state: 'allowed', permission } : part
  })
}

/** Returns what the decision means for this call: it may not last as long as the user wishes. */
function permissionFor(call: ToolCallPart, { decision }: Decision): ToolPermission {
  const { approval } = call
  if (decision === 'deny' || !approval || approval.scope === null) return 'once'
  return decision === 'always' && !approval.always ? 'once' : decision
}

function grantFor(call: ToolCallPart, decision: Decision): NewGrant | undefined {
  const tool = grantedTool(call)
  const lasts = permissionFor(call, decision)
  if (!tool || lasts === 'once' || lasts === 'policy') return undefined
  return {
    tool,
    lasts,
    title: call.title ?? calledTool(call).name,
    pluginTitle: call.pluginTitle ?? '',
    destination: call.approval?.destination ?? null,
    ...(lasts === 'arguments' && { pattern: createPattern(inputOf(call), decision.free ?? []) }),
  }
}

function covers({ tool, pattern }: NewGrant, call: ToolCallPart): boolean {
  const other = grantedTool(call)
  return other !== undefined && isSame(tool, other) && (!pattern || fits(pattern, call))
}

function fits(pattern: ArgumentPattern, call: ToolCallPart): boolean {
  return matchesPattern(pattern, inputOf(call))
}

function isSame(one: GrantedTool, other: GrantedTool): boolean {
  return (['name', 'scope', 'pluginId', 'hash'] as const).every((key) => one[key] === other[key])
}

/** Returns what a permission on this call covers; undefined if each call needs its own. */
function grantedTool(call: ToolCallPart): GrantedTool | undefined {
  const scope = call.approval?.scope ?? null
  if (scope === null) return undefined
  return {
    name: calledTool(call).name,
    scope,
    pluginId: call.pluginId ?? '',
    hash: call.hash ?? '',
  }
}

function inputOf(call: ToolCallPart): ToolInput {
  const value = parseJson(calledTool(call).arguments)
  return isObject(value) ? value : {}
}

/** Several equal calls need only one permission. */
function uniqueGrants(grants: readonly NewGrant[]): NewGrant[] {
  const unique = new Map(grants.map((grant) => [JSON.stringify(grant), grant]))
  return [...unique.values()]
}
