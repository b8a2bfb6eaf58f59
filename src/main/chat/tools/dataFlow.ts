import { maxDestinationLength } from '../../../shared/limits.ts'
import type { Part, ToolFlow, ToolResultPart } from '../../../shared/chat/parts.ts'
import { copiedPieces } from '../../tools/copiedPieces.ts'
import type { FoundGrant } from '../../tools/grants.ts'
import type { Consent, Tool, ToolInput } from '../../tools/tool.ts'

/** Something private or foreign that the model has read. */
export interface ReadSource {
  /** A file's name, a host, a plugin. */
  name: string
  text: string
  /** The time from which a permission may cover it; null within the turn, where none does. */
  at: number | null
}

const maxSources = 10

/** Returns who receives the arguments of a call; undefined if nothing leaves Parley. */
export function receiverOf(tool: Tool, consent: Consent): string | undefined {
  const host = consent.destination ?? tool.destination
  if (host !== undefined) return host
  if (tool.keepsToItself) return undefined
  // A plugin's program or page may pass on what it gets.
  const isOthers = tool.pluginId !== undefined || tool.effect === 'outside'
  return isOthers ? (sourceOf(tool) ?? tool.title) : undefined
}

/** Returns where a tool's results come from; undefined if they are Parley's own. */
export function sourceOf({
  destination,
  pluginId,
  pluginTitle,
}: Partial<Pick<Tool, 'destination' | 'pluginId' | 'pluginTitle'>>): string | undefined {
  if (destination !== undefined) return destination
  // The id tells a plugin from a host that it may be named like.
  return pluginId === undefined ? undefined : `${pluginTitle ?? ''} (${pluginId})`.trim()
}

/** Returns the sources among an answer's results so far. */
export function sourcesOf(parts: readonly Part[]): ReadSource[] {
  return parts.flatMap((part) =>
    part.type === 'toolResult' && part.source !== undefined
      ? [part, ...pageTextsOf(part)].map(({ text }) => ({
          name: part.source ?? '',
          text,
          at: null,
        }))
      : [],
  )
}

/** Returns what the page of a result has added to it for the model, and when. */
export function pageTextsOf({
  viewContext,
  pageTexts = [],
}: ToolResultPart): { text: string; at: number }[] {
  return viewContext ? [viewContext, ...pageTexts] : pageTexts
}

/**
 * Returns the way that data would take if the call ran: from what was read to another receiver.
 * Returns undefined if there is none, or if the user has allowed the tool in this chat after it had
 * read everything but this turn.
 */
export function findFlow(
  to: string,
  input: ToolInput,
  sources: readonly ReadSource[],
  grant: FoundGrant | undefined,
): ToolFlow | undefined {
  const since = grant && grant.lasts !== 'always' ? grant.createdAt : -Infinity
  const open = sources.filter(({ name, at }) => name !== to && (at === null || at >= since))
  if (open.length === 0) return undefined
  const names = [...new Set(open.map(({ name }) => name))]
  return {
    from: names.slice(0, maxSources).map((name) => name.slice(0, maxDestinationLength)),
    to: to.slice(0, maxDestinationLength),
    copied: copiedPieces(
      input,
      open.map(({ text }) => text),
    ),
  }
}
