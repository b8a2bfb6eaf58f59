import type { TakenParameters } from '../../shared/assistantProfiles.ts'
import type { StoreFacts } from '../../shared/serviceFiles.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/languages.ts'
import type { Model, ModelReference, ModelTask } from '../../shared/models.ts'
import type { Attachment, Usage } from '../../shared/chat/parts.ts'
import type { MediaCounts, PullProgress } from '../../shared/providers.ts'
import type { TranscriptionTask } from '../../shared/speech/speech.ts'
import type { Tool, ReplyRequest, ReplyEvent, CompletionRequest, CompletionEvent } from './reply.ts'
import type { RequestBatches } from './requestBatches.ts'

/** Manages the models of a server that loads its own. */
export interface ModelManagement {
  /** Downloads a model. Aborting the signal cancels the download. */
  pull: (modelId: string, signal: AbortSignal) => AsyncIterable<PullProgress>
  remove: (modelId: string, signal: AbortSignal) => Promise<void>
  unload: (modelId: string, signal: AbortSignal) => Promise<void>
}

/** The side of a search that a text is embedded for; `passage` by default. */
export type EmbeddingPurpose = 'passage' | 'question'

export interface Embeddings {
  /** One vector for each text, in the same order. */
  vectors: number[][]
  usage: Usage
}

/** Scores of how well each text answers a question. */
export interface Reranking {
  /** A score for each text, in the same order; null for one that the service left out. */
  scores: (number | null)[]
  usage: Usage
}

/** A call of an API that not every service has, such as that of files. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL: `/files`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** A form, or an object that is sent as JSON. */
  body?: FormData | Readonly<Record<string, unknown>>
  /** False if a second request would do the work twice. It is never repeated. */
  repeatable: boolean
  /** The form of the answer; JSON if missing. */
  answer?: 'json' | 'text'
}

/** A file in an account at a service. */
export interface RemoteFile {
  id: string
  name: string
  /** Null if unknown. */
  sizeBytes: number | null
  /** The service's own word for its purpose; null if it gives none. */
  purpose: string | null
  /** Milliseconds since 1970; null if unknown. */
  createdAt: number | null
  /** Milliseconds since 1970; null if it stays. */
  expiresAt: number | null
  /** Only of a vector store. */
  store?: StoreFacts & { baseId: string | null }
}

/** A file at a service without a list, by Parley's own record. Only its end deletes it. */
export interface RecordedFile extends RemoteFile {
  /** Whether work that has not ended was given it. */
  isNeeded: boolean
}

/** The files, or the vector stores, in the account of a key. */
export interface RemoteFiles {
  /** Returns the files, the newest first where the service sorts them. `isCut` if there are more. */
  list: (signal: AbortSignal) => Promise<{ files: RemoteFile[]; isCut: boolean }>
  /** Resolves also if it is gone. */
  remove: (id: string, signal: AbortSignal) => Promise<void>
}

/** A request to synthesise a text. */
export interface SpeechRequest {
  modelId: string
  voice: string
  text: string
  /** 1 is the voice's normal speed. */
  speed: number
  format: 'mp3' | 'wav'
}

/** A request to transcribe speech. */
export interface TranscriptionRequest {
  modelId: string
  /** A complete WAV file. */
  wav: Uint8Array<ArrayBuffer>
  /** The spoken language; null lets the model detect it. */
  locale: Locale | null
  /** `translate` produces English for any spoken language. */
  task: TranscriptionTask
  /** Names and words to recognise, the most important last. */
  words: readonly string[]
  /** True if the sound is as quiet as a room in which nobody speaks. */
  quiet: boolean
}

/** A request for pictures, in the dialect of OpenAI's image endpoints. */
export interface ImageRequest {
  modelId: string
  /** Below the base address: `images/generations`. */
  path: string
  body: Readonly<Record<string, unknown>> | FormData
  /** The longest allowed silence before the answer's head. */
  headMilliseconds: number
}

/** The head of an answer with pictures. The caller reads its body, which may be a stream. */
export interface ImageAnswer {
  response: Response
  /** Converts an error object from the body. */
  failureOf: (error: unknown) => AppError
}

/** A realtime session that the page holds directly with the service by WebRTC. */
export interface RealtimeRequest {
  modelId: string
  voice: string
  /** The model that writes down the user's words; empty for the usual one. */
  transcription: string
  /** The user's language, for the transcript; null lets the service detect it. */
  locale: Locale | null
  /** The page's session description. */
  offer: string
  /** The functions that the model may call. The page gets the calls. */
  tools: readonly Tool[]
}

/** A realtime session that the service has begun. */
export interface RealtimeAnswer {
  /** The service's session description. */
  answer: string
  /** The names of the tools that the service has refused: the session goes without them. */
  refusedTools: string[]
}

/**
 * The interface of every model service. All methods throw AppError; they throw `aborted` once the
 * signal fires.
 */
export interface Provider {
  /**
   * Returns the models for any of the tasks, chat if none are given, as the service lists them,
   * without data from Parley's tables. A model without `tasks` only chats.
   */
  models: (signal: AbortSignal, tasks?: readonly ModelTask[]) => Promise<Model[]>
  /**
   * Returns one model as the service describes it, listed or not, under the id that is given.
   * Errors: a status of 404 in the details if there is none, or if the service has no such request;
   * notSupported if that is known.
   */
  findModel?: (modelId: string, signal: AbortSignal) => Promise<Model>
  /**
   * Streams a reply. Reading controls the flow: while nobody pulls, the socket is not read. If the
   * stream ends without the provider's end mark, yields everything that arrived and then throws
   * `streamBroken`.
   */
  reply: (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>
  /** Continues a text. Streams and ends like `reply`. Errors: also completionsMissing, fillInMissing. */
  complete?: (request: CompletionRequest, signal: AbortSignal) => AsyncIterable<CompletionEvent>
  /** Returns the service's own count of the request's tokens. */
  countTokens?: (request: ReplyRequest, signal: AbortSignal) => Promise<number>
  /** Some models embed a question otherwise than the passages that answer it. */
  embed?: (
    modelId: string,
    texts: readonly string[],
    signal: AbortSignal,
    purpose?: EmbeddingPurpose,
  ) => Promise<Embeddings>
  rerank?: (
    modelId: string,
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<Reranking>
  /** Returns the JSON of the answer, not yet checked, or its text. */
  call?: (call: ServiceCall, signal: AbortSignal) => Promise<unknown>
  speak?: (request: SpeechRequest, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** Returns the transcript of a segment; empty without speech. */
  transcribe?: (request: TranscriptionRequest, signal: AbortSignal) => Promise<string>
  /** Sends a request for pictures. Never repeats it for the same key: each may be billed. */
  requestImages?: (request: ImageRequest, signal: AbortSignal) => Promise<ImageAnswer>
  /** Exchanges the page's session description for the service's. */
  connectRealtime?: (request: RealtimeRequest, signal: AbortSignal) => Promise<RealtimeAnswer>
  /**
   * Returns whether a model gets a picture, a sound or a document as a file, rather than as text or
   * not at all, as far as is known before a request.
   */
  takesFile?: (
    file: Attachment,
    request: Pick<ReplyRequest, 'modelId' | 'model'>,
  ) => Promise<boolean>
  /** Returns the parameters that a model takes, as far as is known before a request; none if missing. */
  takenParameters?: (
    request: Pick<ReplyRequest, 'modelId' | 'model' | 'effort'>,
  ) => Promise<TakenParameters>
  manage?: ModelManagement
  /** The files of an adapter's one key. */
  files?: RemoteFiles
  /** The vector stores of an adapter's one key. */
  vectorStores?: RemoteFiles
  /** Deletes a thread of assistants in the account of an adapter's one key. Resolves also if it is gone. */
  removeThread?: (threadId: string, signal: AbortSignal) => Promise<void>
  /** The batches of an adapter's one key. */
  batches?: RequestBatches
  /**
   * Checks the key, and returns how many models make what. For a service whose models do not chat.
   * Sends nothing that is paid for. Errors: those of the key and of the list.
   */
  countMedia?: (signal: AbortSignal) => Promise<MediaCounts>
}

/** Returns what is known of a model. */
export type DescribeModel = (
  model: ModelReference,
) => Promise<Pick<Model, 'contextTokens'> & Partial<Pick<Model, 'local'>>>

/**
 * Returns the provider with this id. Throws `providerMissing` if there is none or it is disabled.
 */
export type ProviderLookup = (providerId: string) => Promise<Provider>
