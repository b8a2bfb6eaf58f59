import type { SearchHit } from '../../shared/chat/chat.ts'
import type { Part } from '../../shared/chat/parts.ts'
import type { ToolPolicy } from '../../shared/plugins/tools.ts'
import type { HostRule } from '../network/hostRule.ts'
import type { Consent, Tool } from './tool.ts'

/** A text file of a chat. */
export interface ChatText {
  name: string
  text: string
}

/** Data that Parley's own tools read. */
export interface OwnToolDependencies {
  /** Returns the chats that hold every word, the best first. */
  searchChats: (query: string, limit: number) => readonly SearchHit[]
  /**
   * Returns a text file of a chat by its name or the beginning of its id, or the names of those
   * that are there. `earlier` are the parts of the answer that is being written.
   */
  readText: (
    conversationId: string,
    file: string,
    earlier: readonly Part[],
  ) => Promise<ChatText | { names: string[] }>
  /** The pages that may be fetched. */
  pages: HostRule
  /** The files of the threads. */
  workers: { readPage: string | URL; calculate: string | URL }
  /** Milliseconds that a calculation may take; ten seconds by default. */
  calculationMilliseconds?: number
  now?: () => number
}

/** Makes one of Parley's own tools, as the user's policy for it says. */
export type OwnTool = (
  policy: Exclude<ToolPolicy, 'off'>,
  dependencies: OwnToolDependencies,
) => Tool

/** Returns the consent for a policy. */
export function consentFor(policy: Exclude<ToolPolicy, 'off'>): Consent {
  return { ask: policy === 'allow' ? 'never' : 'oncePerChat' }
}
