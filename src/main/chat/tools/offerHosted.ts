import { calledTool } from '../../../shared/plugins/calledTool.ts'
import { hostedPictureName, type HostedPictures } from '../../../shared/media/hostedPictures.ts'
import type { Part } from '../../../shared/chat/parts.ts'
import type { HostedTool, Tool } from '../../tools/tool.ts'
import { grantedToolOf, scopeOf, type AdmitOptions } from './admitToolCall.ts'
import type { RunningReply } from '../reply/runningReply.ts'

/** The tools of one request. */
export interface RequestTools {
  sent: readonly Tool[]
  /** The service's own tool, if the user has allowed it. */
  hosted?: HostedTool
}

/**
 * Puts the service's own tool in the place of the one that asks for it, as far as the user has
 * allowed it: the service asks nobody, so it must not have the tool any sooner.
 */
export async function offerHosted(
  sent: readonly Tool[],
  reply: RunningReply,
  options: AdmitOptions,
): Promise<RequestTools> {
  const gate = sent.find(({ hosted }) => hosted)
  if (!gate?.hosted) return { sent }
  const left = await picturesLeft(gate, gate.hosted.pictures, reply, options)
  if (left <= 0) return { sent }
  const pictures = { ...gate.hosted.pictures, maximum: left }
  return { sent: sent.filter((tool) => tool !== gate), hosted: { ...gate.hosted, pictures } }
}

/** Returns how many more pictures the answer may have without another word of the user. */
async function picturesLeft(
  gate: Tool,
  { maximum }: HostedPictures,
  reply: RunningReply,
  { context, findGrant }: AdmitOptions,
): Promise<number> {
  const parts = reply.parts()
  const allowedAt = parts.findLastIndex((part) => isAllowed(part, gate.name, parts))
  if (allowedAt >= 0) return maximum - hostedCalls(parts.slice(allowedAt))
  const asking = { ...context, toolCallId: '', argumentsText: '{}', earlier: parts }
  const scope = scopeOf(gate, await gate.consent({}, asking))
  const grant = scope === null ? undefined : findGrant(grantedToolOf(gate, scope), {})
  return grant ? maximum - hostedCalls(parts) : 0
}

/** Tells whether a part is a call of this tool that the user, or a permission, has let run. */
function isAllowed(part: Part, name: string, parts: readonly Part[]): boolean {
  if (part.type !== 'toolCall' || calledTool(part).name !== name) return false
  return parts.some((one) => one.type === 'toolResult' && one.id === part.id && !one.failed)
}

/** Counts the pictures that the service was asked for, whatever became of them. */
export function hostedCalls(parts: readonly Part[]): number {
  return parts.filter((part) => part.type === 'toolCall' && part.name === hostedPictureName).length
}
