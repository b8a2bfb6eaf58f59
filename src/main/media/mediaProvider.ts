import type { AppError } from '../../shared/errors.ts'
import type { PictureUsage } from '../../shared/media/hostedPictures.ts'
import type { MediaModel } from '../../shared/media/media.ts'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import type {
  FieldError,
  FormField,
  FormValues,
  MediaInput,
  MediaKind,
} from '../../shared/media/mediaForm.ts'
import type { SketchService } from './sketch/sketchService.ts'

/** A service that makes pictures, videos or sound, on this machine or elsewhere. */
export interface MediaProvider {
  /** Stays the same from start to start: jobs keep it. */
  id: string
  name: string
  /**
   * The origin that the user has set up for the service, such as `http://127.0.0.1:8080`: results
   * may be fetched from it, also if it is in the local network.
   */
  origin?: string
  models: (signal: AbortSignal, refresh: boolean) => Promise<readonly MediaModel[]>
  /** Returns the fields of a model's form. Errors: modelNotFound, those of a request. */
  form: (modelId: string, signal: AbortSignal) => Promise<readonly FormField[]>
  /** Estimates the price of a request; null if unknown. Sends nothing that costs money. */
  estimate: (request: EstimateRequest, signal: AbortSignal) => Promise<MediaPrice | null>
  /** Returns what pictures cost that the service made within an answer; null if unknown. */
  hostedPrice?: (modelId: string, usage: PictureUsage) => MediaPrice | null
  /**
   * Sends the request. The part that costs money goes through `context.pay`, once. Returns a handle
   * if the service works on, or the files if it answers at once.
   *
   * Errors: an AppError before `pay`, or NotAccepted from within it, means that nothing is to be
   * paid. NoResult from within `pay` ends the job with its reason. Any other error from within it
   * leaves the job unknown. Once an answer of status 200 has begun, it is never NotAccepted.
   */
  submit: (request: MediaRequest, context: SubmitContext) => Promise<Submitted>
  /** Follows jobs by their handles; missing for a service that answers at once. */
  remote?: RemoteJobs
  /** Live sketches; missing for a service without. */
  sketch?: SketchService
}

/** The jobs of a service that works on while nobody is connected. */
export interface RemoteJobs {
  /** Asks for the state of a job. Errors: those of a request; they say nothing about the job. */
  poll: (handle: MediaHandle, signal: AbortSignal) => Promise<RemoteState>
  /**
   * Yields the states of a job as the service tells them, with one request. Yields nothing if it
   * does not, and may end before the job: then it is polled. Errors: as `poll`.
   */
  watch?: (handle: MediaHandle, signal: AbortSignal) => AsyncIterable<RemoteState>
  /** Fetches the result of a finished job. May be called again. Errors: NoResult if it failed. */
  result: (handle: MediaHandle, signal: AbortSignal) => Promise<RemoteResult>
  /**
   * Deletes what the service keeps of a job whose result is stored here, if the user wants that of
   * all jobs or has asked for it. May be called again. Errors: those of a request; mediaNotDeleted.
   */
  discard?: (handle: MediaHandle, signal: AbortSignal, isAsked?: boolean) => Promise<void>
  /** Asks to cancel a job, and returns what the service says to it. */
  cancel: (handle: MediaHandle, signal: AbortSignal) => Promise<CancelOutcome>
  /**
   * Looks for a job whose answer was lost; undefined if the service does not have it (yet). Missing
   * if the service can't be asked.
   */
  find?: (lost: LostRequest, signal: AbortSignal) => Promise<MediaHandle | undefined>
}

/** The service's id of a job, with the addresses that belong to it. */
export interface MediaHandle {
  id: string
  /** Journalled as they came. */
  addresses: Readonly<Record<string, string>>
  /** A mark of the key that paid for it, which is no secret. */
  account?: string | undefined
}

export interface EstimateRequest {
  modelId: string
  /** Checked against the form. */
  values: FormValues
}

export interface MediaRequest extends EstimateRequest {
  jobId: string
  kind: MediaKind
  fields: readonly FormField[]
  /**
   * Reads the bytes of one of the values' files, up to 64 MB. Errors: attachmentMissing, tooHeavy.
   */
  read: (input: MediaInput) => Promise<Uint8Array>
  /**
   * Reads a mask as OpenAI wants it, transparent where the picture changes. Errors: unreadable and
   * those of `read`.
   */
  transparentMask: (mask: MediaInput) => Promise<Uint8Array>
  /** Returns the path of one of the values' files, for a large one. */
  path: (input: MediaInput) => string
}

export interface LostRequest extends EstimateRequest {
  /** Record of the request as given to `pay`; `null` if there is none. */
  sent: unknown
  /** The time of the paid request, in milliseconds since 1970. */
  submittedAt: number
  /** Tells whether a handle belongs to another job. */
  isTaken: (handleId: string) => boolean
}

export interface SubmitContext {
  /** Fires when the user cancels and when Parley quits. */
  signal: AbortSignal
  /**
   * Runs `send`, which sends the one request that costs money. That it was sent is on disk before.
   * Its signal is the one to use: a job that is resumable is not cut off when the user cancels, or
   * its handle would be lost. `sent` is kept to find the job by, if the answer is lost;
   * it holds no key and no file. Throws if the user has not consented to this request.
   */
  pay: <T>(send: (signal: AbortSignal) => Promise<T>, sent?: unknown) => Promise<T>
  /** Tells how far it is, from 0 to 1. Cheap. */
  report: (progress: number) => void
  /** Shows the last lines of what the service says of its work. */
  log: (lines: readonly string[]) => void
  /** Shows an unfinished picture. */
  preview: (picture: { ordinal: number; mediaType: string; bytes: Uint8Array }) => void
}

/**
 * The service has answered, and tells instead of a result why there is none. The paid request
 * counts: it is not sent again without the user.
 */
export class NoResult extends Error {
  override name = 'NoResult'
  readonly reason: AppError
  readonly fieldErrors: readonly FieldError[]
  /** Price that the service charged for the failed job; `null` if it did not tell. */
  readonly price: MediaPrice | null

  constructor(
    reason: AppError,
    fieldErrors: readonly FieldError[] = [],
    price: MediaPrice | null = null,
  ) {
    super(reason.message, { cause: reason })
    this.reason = reason
    this.fieldErrors = fieldErrors
    this.price = price
  }
}

/** The paid request was never sent, or refused before any work: nothing is to be paid. */
export class NotAccepted extends NoResult {
  override name = 'NotAccepted'
}

/** A result may have a handle too, by which the service can be asked to delete it. */
export type Submitted = { handle: MediaHandle } | { result: RemoteResult; handle?: MediaHandle }

/** The state of a job at its service, with the end of what it says meanwhile. */
export type RemoteState = { log?: readonly string[] } & RemoteStep

type RemoteStep =
  | { state: 'queued'; position: number | null }
  | { state: 'running'; progress: number | null }
  | { state: 'completed' }
  | { state: 'failed'; error: AppError; fieldErrors?: readonly FieldError[] }
  | { state: 'cancelled' }
  /** The service does not know it, or not for this key, which is not the one that paid for it. */
  | { state: 'missing'; isOtherAccount?: boolean }

/**
 * `cancelled`: it never ran. `requested`: it runs, and is asked to stop. `completed`: too late.
 * `missing`: the service does not know it.
 */
export type CancelOutcome = 'cancelled' | 'requested' | 'completed' | 'missing'

export interface RemoteResult {
  files: readonly ProducedFile[]
  /** As the service counts it; null if it does not tell. */
  price: MediaPrice | null
  /**
   * The error after these complete files: a broken connection, an error within the answer, or a
   * picture that was withheld.
   */
  brokenBy?: AppError | undefined
  /**
   * True if the service made nothing new because it had the same request before. Without files, the
   * outputs of the earlier job are shown.
   */
  isCached?: boolean
}

/** A file of a result: its bytes, or the address to fetch it from without a key. */
export type ProducedFile = ({ bytes: Uint8Array } | { url: string }) & {
  seed?: number | undefined
  flagged?: boolean | undefined
}

/** The media services that are set up now. Asked anew each time. */
export type MediaProviderSource = () => readonly MediaProvider[] | Promise<readonly MediaProvider[]>
