import type { HostedPictures, PictureUsage } from '../../shared/media/hostedPictures.ts'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import type { ModelReference } from '../../shared/models.ts'
import type {
  Part,
  ResourceLink,
  ResultMedia,
  ResultPage,
  ToolEffect,
  ToolNews,
  ToolResultPart,
  ToolTask,
} from '../../shared/chat/parts.ts'

/** The arguments of a call, known to be an object. */
export type ToolInput = Readonly<Record<string, unknown>>

/** The chat for which tools are listed, and the model asked there. */
export interface ToolScope {
  conversationId: string
  model: ModelReference
}

/** The chat for which tools are listed; null for the next new one. */
export interface ListScope extends Omit<ToolScope, 'conversationId'> {
  conversationId: string | null
  /** True to list what is known without asking anybody: no server is started for its tools. */
  knownOnly?: boolean
  /** True if the model takes tools, whether or not its description says so. */
  acceptsTools?: boolean
}

/** The call that a tool handles. */
export interface ToolCallContext extends ToolScope {
  messageId: string
  toolCallId: string
  /** The arguments in their canonical form, which the user was shown. */
  argumentsText: string
  /** The answer's parts so far: what the model has read may decide whether the user is asked. */
  earlier: readonly Part[]
  /** Receives news while the call runs; missing while it is judged. */
  course?: CallCourse
}

/** The course of a call that takes long. */
export interface CallCourse {
  /** Shows the user how the call goes on. */
  onNews: (news: ToolNews) => void
  /** Writes down the task that a server has made of the call. Errors: diskFull. */
  keepTask: (task: ToolTask) => void
  /** The task that was written down before Parley ended: its result is fetched, nothing is called. */
  task?: ToolTask
  /** Tells whether the answer was only left, and may be gone on with: its task is not cancelled. */
  isLeft: () => boolean
}

/** The rule for asking the user before a call runs. */
export interface Consent {
  ask: 'always' | 'oncePerChat' | 'never'
  /**
   * The permission that "Allow in this chat" gives: calls with the same scope need no further
   * question. By default it is the tool's name. A tool that sends to several hosts adds the host; a
   * tool that may be replaced adds its version.
   */
  scope?: string
  /** The host that receives the arguments, as the user reads it. By default the tool's. */
  destination?: string
  /** Cost of the call; `null` if nobody knows, missing if it costs nothing by itself. */
  price?: MediaPrice | null
}

/** A piece of a result. A file's true type is read from its bytes. */
export type ResultPart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; bytes: Uint8Array; flagged?: boolean }
  | ({ type: 'link' } & Omit<ResourceLink, 'pluginId'>)

export interface ToolResult {
  parts: readonly ResultPart[]
  /** Whether to tell the model that the call failed. */
  failed?: boolean
  /** Why Parley did not run the call, for the user. */
  refusal?: ToolResultPart['refusal']
  /** Markdown for the user alone. */
  shown?: string
  /** The plugin whose server has what the result links to; without it links are text. */
  linksOf?: string
  /** The result's origin, such as a host: later calls may be judged by it. */
  source?: string
  /** The plugin's page that shows the result. */
  page?: ResultPage
  /** The media job that the result is about. */
  media?: ResultMedia
}

/** A tool that the model's service runs itself. */
export interface HostedTool {
  pictures: HostedPictures
  /** Returns what the service's count comes to in US dollars; undefined if it is not known. */
  dollarsOf: (usage: PictureUsage) => number | undefined
}

/** An action that a model may ask Parley for. */
export interface Tool {
  /** Unique in a list: 1 to 64 letters, digits, `_` and `-`, which every service accepts. */
  name: string
  /** The name shown to the user. */
  title: string
  /** The plugin that brought it; missing for Parley's own tools. */
  pluginId?: string
  /** The plugin's name for the user. */
  pluginTitle?: string
  /**
   * The hash of what the user has read of it: name, description, parameters, effect, destination.
   * Permissions hold for one hash alone. Without one, no permission outlasts the chat.
   */
  hash?: string
  /** The host that receives the arguments of every call. */
  destination?: string
  /** Whether what it gets stays with it: a program in a sandbox without a network. */
  keepsToItself?: boolean
  /** The description for the model. */
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
  /** Reads run in parallel; every other call runs alone, in the model's order. */
  effect: ToolEffect
  /** The time limit of a call; a minute by default. */
  timeoutMilliseconds?: number
  /** Returns the fault in the arguments, for the model, or null. By default `parameters` decide. */
  check?: (input: ToolInput, signal: AbortSignal) => string | null | Promise<string | null>
  consent: (input: ToolInput, context: ToolCallContext) => Consent | Promise<Consent>
  /**
   * Runs a call. An error becomes a failed result. The signal fires at Stop and at the time limit.
   */
  run: (input: ToolInput, context: ToolCallContext, signal: AbortSignal) => Promise<ToolResult>
  /**
   * Set if a call only asks the user. Once it is allowed, the service's own tool takes its place, as
   * the service runs that one unasked.
   */
  hosted?: HostedTool
  /** Gets the arguments of a call that the user did not allow. */
  onDenied?: (argumentsText: string) => void
}

/** A source of tools: Parley itself, plugins, servers. */
export interface ToolBox {
  /** Returns the tools that a model may use in this chat now. */
  list: (scope: ListScope, signal: AbortSignal) => Promise<readonly Tool[]>
}
