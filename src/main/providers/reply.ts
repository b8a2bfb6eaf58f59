import type { WireError } from '../../shared/errors.ts'
import type { HostedPictures, PictureUsage } from '../../shared/media/hostedPictures.ts'
import type { Model, ReasoningEffort } from '../../shared/models.ts'
import type {
  Attachment,
  Citation,
  Part,
  ToolResultPart,
  Usage,
  Warning,
} from '../../shared/chat/parts.ts'
import type { ContinuedPiece, KnownTokens, Sampling } from '../../shared/completions.ts'

/** A file of a turn, with functions that read it. */
export interface FileInput {
  type: 'file'
  file: Attachment
  /** Returns the file's bytes. Errors: attachmentMissing. */
  read: () => Promise<Uint8Array>
  /**
   * Returns the text of a document, for a model that does not take the file itself; null if it has
   * none that can be read. Missing for pictures, sound and text. Errors: attachmentMissing.
   */
  readText?: () => Promise<DocumentText | null>
  /** Returns what `readText` has returned already; undefined before. */
  knownText?: () => DocumentText | null | undefined
  /** The file that this note stands for, of which only passages are sent. */
  passagesOf?: Attachment
}

/** The text of a document, as knowledge reads it. */
export interface DocumentText {
  text: string
  /** Whether something of the document is missing, such as a page without text. */
  isPartial: boolean
}

/** A part of a turn, in order. A tool's result follows its call, in a turn of role `user`. */
export type TurnPart = Exclude<Part, { type: 'file' | 'toolResult' }> | FileInput | ResultInput

/** A tool's result, with functions that read its files. */
export interface ResultInput extends Pick<ToolResultPart, 'type' | 'id' | 'text' | 'failed'> {
  files?: readonly FileInput[]
}

/** One turn of the conversation as sent to a provider. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  parts: readonly TurnPart[]
}

/** A tool that the model can call. */
export interface Tool {
  name: string
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
}

/** A JSON schema that the answer must match. */
export interface AnswerFormat {
  name: string
  schema: Readonly<Record<string, unknown>>
  /** False for a schema that OpenAI's strict mode would refuse; true if missing. */
  strict?: boolean
}

export interface ReplyRequest {
  modelId: string
  /** The chat that is answered, for services that keep it; missing outside of chats. */
  conversationId?: string
  /** Oldest first. The last turn is the user's. */
  turns: readonly Turn[]
  /** The limit of the answer in tokens; the provider's default if missing. */
  outputTokensMaximum?: number
  /** The effort; `auto` if missing. */
  effort?: ReasoningEffort
  /** From 0 to 2. Missing, like the two below, leaves the choice to the service. */
  temperature?: number
  topP?: number
  /** The answer ends before the first of these that appears. */
  stopWords?: readonly string[]
  tools?: readonly Tool[]
  /** False to forbid several calls in one answer; true if missing. */
  parallelTools?: boolean
  answerFormat?: AnswerFormat
  /**
   * Sends the request at most once, on a connection of its own, and leaves retries to the caller.
   * Another attempt, such as one without a refused option or with the next key, follows only an
   * answer that certainly costs nothing (`wasRefused`).
   */
  once?: boolean
  /** Lets the service make pictures; missing if it must not. */
  pictures?: HostedPictures
  /**
   * The model's known capabilities. They decide whether a file is sent or omitted with a warning.
   */
  model?: Model
}

const finishReasons = ['stop', 'length', 'toolCalls', 'contentFilter', 'pause'] as const
/** `pause` means that the service asks for the turn to be sent back so that it can continue. */
export type FinishReason = (typeof finishReasons)[number]

/** An event of a reply, the same for all vendors. A reply ends with exactly one `finish`. */
export type ReplyEvent =
  | { type: 'request'; requestId: string }
  | { type: 'text'; text: string }
  /** The text so far is complete. Text after it begins a new paragraph. */
  | { type: 'textEnd' }
  | { type: 'reasoning'; text: string }
  /** All text of this reply so far was reasoning: only what came now shows it. */
  | { type: 'textWasReasoning' }
  /**
   * Ends the reasoning before it, which may be empty, and carries what must be sent back with it.
   */
  | { type: 'reasoningSeal'; signature?: string; encrypted?: string; itemId?: string }
  /**
   * A piece of a call's arguments. Each piece names its call. Pieces of two calls may interleave.
   * The service takes no result after `expiresAt`, in milliseconds since 1970; it waits if missing.
   */
  | {
      type: 'toolCall'
      id: string
      name: string
      arguments: string
      signature?: string
      expiresAt?: number
    }
  /** The result of a call that the service ran itself. Parley does not run such a call. */
  | ToolResultPart
  | { type: 'citation'; citation: Citation }
  /** A picture. With the id of a call it is the result of that call, which the service ran. */
  | { type: 'image'; mediaType: string; bytes: Uint8Array; callId?: string; name?: string }
  /** An unfinished picture of a call, in place of the one before it. */
  | { type: 'pictureDraft'; callId: string; mediaType: string; bytes: Uint8Array }
  | { type: 'usage'; usage: Usage; pictures?: PictureUsage }
  | { type: 'warning'; warning: Warning }
  /**
   * Nothing has arrived yet, and the failed request will be retried. `until` is the time of the
   * retry, if known.
   */
  | { type: 'waiting'; error: WireError; until: number | null }
  /** `refused` means that the service marks the text as the model's refusal to answer. */
  | { type: 'finish'; reason: FinishReason; explanation?: string; refused?: true }

/** A text to continue. */
export interface CompletionRequest {
  modelId: string
  text: string
  /** The text after the gap that the model fills in; null to continue at the end. */
  suffix: string | null
  /** For servers that take ids; missing if they are unknown. */
  tokens?: KnownTokens | undefined
  sampling: Sampling
}

/** The events that come before or beside any answer. */
export type CommonEvent = Extract<
  ReplyEvent,
  { type: 'request' | 'usage' | 'warning' | 'waiting' | 'finish' }
>

/** An event of a continued text. It ends with exactly one `finish`. */
export type CompletionEvent = CommonEvent | { type: 'pieces'; pieces: ContinuedPiece[] }
