import type { ModelReference } from '../../shared/models.ts'
import type { Part, ToolEffect } from '../../shared/parts.ts'

/** The arguments of a call, once they are known to be an object. */
export type ToolInput = Readonly<Record<string, unknown>>

/** The chat that tools are listed for, and the model that is asked there. */
export interface ToolScope {
  conversationId: string
  model: ModelReference
}

/** The call that a tool is asked about. */
export interface CallContext extends ToolScope {
  messageId: string
  callId: string
  /** What this answer holds so far: what it has read may decide whether a call needs a question. */
  earlier: readonly Part[]
}

/** Whether the user is asked before a call runs, and what one answer covers. */
export interface Consent {
  ask: 'always' | 'oncePerChat' | 'never'
  /**
   * What "Allow in this chat" covers: another call with the same scope is not asked for. The
   * tool's name where it is left out. A tool that sends to several hosts names the host in it, one
   * that may be replaced names its version.
   */
  scope?: string
  /** The host that receives the arguments, as the user reads it. */
  destination?: string
}

/** A piece of a result. A file's true type is read from its bytes. */
export type ResultPart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; bytes: Uint8Array }

export interface ToolResult {
  parts: readonly ResultPart[]
  /** The model is told that the call failed. */
  failed?: boolean
  /** Markdown that the user reads in the answer, and no model. */
  shown?: string
  /** Where the result is from, such as a host: later calls may be judged by it. */
  source?: string
}

/** Something that a model may ask Parley to do. */
export interface Tool {
  /** Unique in a list: 1 to 64 letters, digits, `_` and `-`, as every service takes them. */
  name: string
  /** What the user calls it. */
  title: string
  /** What the model is told of it. */
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
  /** Reads run side by side; all else runs alone, in the model's order. */
  effect: ToolEffect
  /** How long a call may take; a minute where it is left out. */
  timeoutMilliseconds?: number
  /**
   * Returns what is wrong with the arguments, for the model, or null. Where it is left out
   * `parameters` decide.
   */
  check?: (input: ToolInput, signal: AbortSignal) => string | null | Promise<string | null>
  consent: (input: ToolInput, context: CallContext) => Consent | Promise<Consent>
  /** Runs a call; what it throws becomes a failed result. The signal fires at Stop or too late. */
  run: (input: ToolInput, context: CallContext, signal: AbortSignal) => Promise<ToolResult>
}

/** Whoever brings tools: Parley itself, plugins, servers. */
export interface ToolBox {
  /** Returns what a model may ask for in this chat, at this moment. */
  list: (scope: ToolScope, signal: AbortSignal) => Promise<readonly Tool[]>
}

export const emptyToolBox: ToolBox = { list: () => Promise.resolve([]) }
