import type { WireError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/languages.ts'
import type { InputKind, Model, ReasoningEffort } from '../../shared/models.ts'
import type {
  Attachment,
  Citation,
  Part,
  ToolResultPart,
  Usage,
  Warning,
} from '../../shared/parts.ts'
import type { PullProgress } from '../../shared/providers.ts'
import type { TranscriptionTask } from '../../shared/speech.ts'

/** A file of a turn, with the way to its bytes. */
export interface FileInput {
  type: 'file'
  file: Attachment
  /** Errors: attachmentMissing. */
  read: () => Promise<Uint8Array>
}

/** What was said, in order: a tool's result follows its call, in a turn of role `user`. */
export type TurnPart = Exclude<Part, { type: 'file' | 'toolResult' }> | FileInput | ResultInput

/** What a tool gave, with the way to the bytes of its files. */
export interface ResultInput extends Pick<ToolResultPart, 'type' | 'id' | 'text' | 'failed'> {
  files?: readonly FileInput[]
}

/** One turn as a provider is told it. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  parts: readonly TurnPart[]
}

/** A tool that the model may ask for. */
export interface Tool {
  name: string
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
}

/** JSON that the answer has to be, by a schema. */
export interface AnswerFormat {
  name: string
  schema: Readonly<Record<string, unknown>>
}

export interface ReplyRequest {
  modelId: string
  /** Oldest first; the last one is the user's. */
  turns: readonly Turn[]
  /** Upper limit of the answer in tokens; the provider's own where it is left out. */
  outputTokensMaximum?: number
  /** `auto` where it is left out. */
  effort?: ReasoningEffort
  tools?: readonly Tool[]
  /** Whether several calls may come in one answer; true where it is left out. */
  parallelTools?: boolean
  answerFormat?: AnswerFormat
  /** What the model is known to take and do, by which a file is sent, or dropped with a warning. */
  model?: Model
}

export const finishReasons = ['stop', 'length', 'toolCalls', 'contentFilter', 'pause'] as const
/** `pause`: the service wants the turn sent back as it is, to go on with it. */
export type FinishReason = (typeof finishReasons)[number]

/** A reply is one stream of these, whatever the vendor. It ends with exactly one `finish`. */
export type ReplyEvent =
  | { type: 'request'; requestId: string }
  | { type: 'text'; text: string }
  /** The text so far is whole by itself: what may follow begins a paragraph of its own. */
  | { type: 'textEnd' }
  | { type: 'reasoning'; text: string }
  /** Ends the reasoning before it (maybe empty) and seals it with what must be sent back. */
  | { type: 'reasoningSeal'; signature?: string; encrypted?: string; itemId?: string }
  /** A piece of a call's arguments; every piece names its call. Pieces of two may alternate. */
  | { type: 'toolCall'; id: string; name: string; arguments: string; signature?: string }
  /** What the service's own run of a call gave: such a call is not for us to run. */
  | ToolResultPart
  | { type: 'citation'; citation: Citation }
  | { type: 'image'; mediaType: string; bytes: Uint8Array }
  | { type: 'usage'; usage: Usage }
  | { type: 'warning'; warning: Warning }
  /** Nothing came yet, and after a failure the request is made again: at that time, if known. */
  | { type: 'waiting'; error: WireError; until: number | null }
  | { type: 'finish'; reason: FinishReason; explanation?: string }

/** What a server that loads its own models lets one do with them. */
export interface ModelManagement {
  /** Fetches a model; aborting the signal cancels. */
  pull: (modelId: string, signal: AbortSignal) => AsyncIterable<PullProgress>
  remove: (modelId: string, signal: AbortSignal) => Promise<void>
  unload: (modelId: string, signal: AbortSignal) => Promise<void>
}

export interface Embeddings {
  /** One a text, in the order of the texts. */
  vectors: number[][]
  usage: Usage
}

/** A text to be spoken. */
export interface SpeechRequest {
  modelId: string
  voice: string
  text: string
  /** 1 is the voice's own. */
  speed: number
  format: 'mp3' | 'wav'
}

/** A piece of speech to be written down. */
export interface TranscriptionRequest {
  modelId: string
  /** A whole WAV file. */
  wav: Uint8Array<ArrayBuffer>
  /** What is spoken; null lets the model find out. */
  locale: Locale | null
  /** `translate` gives English, whatever is spoken. */
  task: TranscriptionTask
  /** Names and words to know, the most important last. */
  words: readonly string[]
}

/** A conversation by voice that the page holds with the service itself, by WebRTC. */
export interface CallRequest {
  modelId: string
  voice: string
  /** What the user speaks, for what is written down; null lets the service find out. */
  locale: Locale | null
  /** The page's session description. */
  offer: string
}

/**
 * What every model service looks like to the rest of Parley.
 * All throw AppError with a code of the closed list, `aborted` once the signal fires.
 */
export interface Provider {
  /** As the service lists them; Parley's own tables are not looked into yet. */
  models: (signal: AbortSignal) => Promise<Model[]>
  /**
   * Streams a reply. Reading is the backpressure: while nobody pulls, the socket is not read.
   * A stream that ends without the provider's own end mark throws `streamBroken`, after all
   * that arrived has been given.
   */
  reply: (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>
  /** The service's own count of what the request would read. */
  countTokens?: (request: ReplyRequest, signal: AbortSignal) => Promise<number>
  embed?: (modelId: string, texts: readonly string[], signal: AbortSignal) => Promise<Embeddings>
  speak?: (request: SpeechRequest, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** The text of a piece of speech; empty where there is none. */
  transcribe?: (request: TranscriptionRequest, signal: AbortSignal) => Promise<string>
  /** Ids of the models that `transcribe` can be asked for. */
  transcriptionModels?: (signal: AbortSignal) => Promise<string[]>
  /** The service's session description for the page's. */
  call?: (request: CallRequest, signal: AbortSignal) => Promise<string>
  /** Ids of the models that can be called. */
  callModels?: (signal: AbortSignal) => Promise<string[]>
  manage?: ModelManagement
}

/** Gives the provider with this id; throws `providerMissing` where there is none, or it is off. */
export type ProviderLookup = (providerId: string) => Promise<Provider>

/** The kind of input that a file is to a model; text files are read as text by all of them. */
export function inputKindOf({ mediaType }: Attachment): InputKind | 'text' | 'other' {
  if (mediaType === 'application/pdf') return 'pdf'
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) return 'image'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('text/') || mediaType === 'application/json' ? 'text' : 'other'
}
