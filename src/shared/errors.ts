/**
 * Every failure that a user can meet. The renderer's errorText maps each to a sentence and an
 * action; a code without a text does not compile.
 */
export const errorCodes = [
  // The bridge.
  'badInput',
  'unknownMethod',
  'forbidden',
  'tooManyCalls',
  'internal',
  // A reply's request.
  'aborted',
  'badRequest',
  'keyRefused',
  'permissionDenied',
  'notFound',
  'modelNotFound',
  'modelRetired',
  'conflict',
  'unprocessable',
  'rateLimited',
  'quotaExhausted',
  'serverError',
  'overloaded',
  'connectionFailed',
  'serverNotRunning',
  'timeout',
  'contentFiltered',
  'contextTooLong',
  'streamBroken',
  'malformedAnswer',
  'notAnApi',
  'notSupported',
  'modelLoading',
  // Configuration.
  'keyMissing',
  'keyWithheld',
  'credentialsMissing',
  'clockWrong',
  'keyMalformed',
  'addressInvalid',
  'providerMissing',
  'modelMissing',
  'keychainUnavailable',
  // Stored data.
  'conversationMissing',
  'messageMissing',
  'databaseTooNew',
  'databaseDamaged',
  'databaseLocked',
  'databaseIncomplete',
  'settingsDamaged',
  'diskFull',
  'folderReadOnly',
  // Files.
  'attachmentTooLarge',
  'attachmentMissing',
  'attachmentsTooLarge',
  'filesFull',
  // Speech.
  'voiceMissing',
  'microphoneDenied',
  'microphoneMissing',
  'microphoneLost',
  'microphoneSilent',
  'speechUnheard',
  'speechEngineMissing',
  'recordingMissing',
  'recordingsFull',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Facts for the expandable details of an error; never a key, a prompt or a reply. */
export interface ErrorDetails {
  /** HTTP status of the answer. */
  status?: number | undefined
  /** The provider's id of the request, to quote to its support. */
  requestId?: string | undefined
  /** Seconds to wait before a new try, from the retry-after header. */
  retryAfterSeconds?: number | undefined
  /** When the service asked to wait, in milliseconds since 1970. */
  askedAt?: number | undefined
  /** The service's own word on whether a new try makes sense. */
  shouldRetry?: boolean | undefined
  /** Display name of the provider or server. */
  provider?: string | undefined
  model?: string | undefined
  /** The address, file or field that the error is about. */
  subject?: string | undefined
  /** How many of the conversation's messages can be left out, where it is too long. */
  droppable?: number | undefined
  /** What the maker advises instead of a model that is retired: its id. */
  replacement?: string | undefined
  /** The provider's own sentence, at most 2,000 characters. */
  answer?: string | undefined
}

/** An AppError as it crosses the bridge and lies in the database. */
export interface WireError {
  code: ErrorCode
  /** For logs and details, in English; the sentence that a user reads comes from errorText. */
  message: string
  details?: ErrorDetails | undefined
}

/** A failure that is understood where it was made. Anything else becomes `internal`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

export function toWire(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    return { code: 'internal', message: 'Something went wrong inside Parley' }
  }
  return { code: error.code, message: error.message, details: error.details }
}

export function fromWire(error: WireError): AppError {
  return new AppError(error.code, error.message, error.details)
}
