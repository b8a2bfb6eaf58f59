/**
 * Every failure that a user can meet. The renderer's errorText maps each code to a sentence and an
 * action. A code without a text does not compile.
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
  // Jobs.
  'jobMissing',
  'jobUnreadable',
  // Work in a worker thread.
  'tooHeavy',
  'unreadable',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Facts for the expandable details of an error. They never contain a key, a prompt or a reply. */
export interface ErrorDetails {
  /** The HTTP status of the response. */
  status?: number | undefined
  /** The provider's request id, for its support. */
  requestId?: string | undefined
  /** Seconds to wait before a retry, from the Retry-After header. */
  retryAfterSeconds?: number | undefined
  /** The time when the service asked to wait, in milliseconds since 1970. */
  askedAt?: number | undefined
  /** The service's own statement on whether a retry makes sense. */
  shouldRetry?: boolean | undefined
  /** The display name of the provider or server. */
  provider?: string | undefined
  model?: string | undefined
  /** The address, file or field that the error refers to. */
  subject?: string | undefined
  /** The number of messages that can be dropped if the conversation is too long. */
  droppable?: number | undefined
  /** The id of the model that the vendor recommends in place of a retired one. */
  replacement?: string | undefined
  /** The provider's error message, at most 2,000 characters. */
  answer?: string | undefined
}

/** An AppError as it crosses the bridge and is stored in the database. */
export interface WireError {
  code: ErrorCode
  /** An English text for logs and details. The user reads a sentence from errorText instead. */
  message: string
  details?: ErrorDetails | undefined
}

/** A failure that Parley recognises at its source. Any other error becomes `internal`. */
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
