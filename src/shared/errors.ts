/** The actions that a user can take about an error. The caller decides how to offer them. */
export type ErrorAction =
  | 'retry'
  | 'addKey'
  | 'openProvider'
  /** Shows the setting of speech to text. */
  | 'setUpSpeech'
  | 'chooseModel'
  /** Asks again without the oldest messages. */
  | 'shorten'
  /** Continues with the replacement that the vendor advises. */
  | 'useReplacement'
  /** Opens the page that continues a text, with the model. */
  | 'continueText'
  /** Goes on past the budget of this month. */
  | 'goPastBudget'
  /** Asks the model although the budget can't count it. */
  | 'leaveUncounted'
  | 'repairHistory'
  | 'showDataFolder'
  | 'restart'

/**
 * Every failure that a user can meet, with what the user can do about it; null for nothing. The
 * page has a sentence for each (`errors.sentences`) and does not compile without it.
 */
export const errorActions = {
  // The bridge.
  badInput: null,
  unknownMethod: 'restart',
  forbidden: null,
  consentRefused: null,
  tooManyAtOnce: 'retry',
  internal: 'retry',
  // A reply's request.
  aborted: 'retry',
  badRequest: 'retry',
  keyRefused: 'addKey',
  permissionDenied: 'openProvider',
  notFound: 'openProvider',
  modelNotFound: 'chooseModel',
  modelRetired: 'chooseModel',
  conflict: 'retry',
  unprocessable: 'retry',
  rateLimited: 'retry',
  quotaExhausted: 'openProvider',
  serverError: 'retry',
  overloaded: 'retry',
  connectionFailed: 'retry',
  /** Redirects that lead in a circle, or to more than 20 addresses. The subject is the last host. */
  tooManyRedirects: 'retry',
  serverNotRunning: 'retry',
  timeout: 'retry',
  contentFiltered: 'chooseModel',
  contextTooLong: 'chooseModel',
  streamBroken: 'retry',
  malformedAnswer: 'retry',
  notAnApi: 'openProvider',
  notSupported: 'chooseModel',
  modelLoading: 'retry',
  /** The service has taken its assistants down. */
  assistantsGone: 'chooseModel',
  /** The service ended the run of an assistant: nobody answered its calls in time. */
  runExpired: 'retry',
  runCancelled: 'retry',
  /** A model that continues texts and does not chat. */
  onlyCompletes: 'continueText',
  completionsMissing: 'chooseModel',
  fillInMissing: 'chooseModel',
  // Money.
  /** The budget of this month is spent. */
  budgetSpent: 'goPastBudget',
  /** A budget can't count a model without a known price. */
  budgetBlind: 'leaveUncounted',
  // Configuration.
  keyMissing: 'addKey',
  keyWithheld: 'addKey',
  credentialsMissing: 'openProvider',
  clockWrong: 'retry',
  keyMalformed: 'addKey',
  addressInvalid: 'openProvider',
  providerMissing: 'chooseModel',
  modelMissing: 'chooseModel',
  keychainUnavailable: null,
  // Stored data.
  conversationMissing: null,
  assistantMissing: null,
  tooManyAssistants: null,
  chatFolderMissing: null,
  folderInItself: null,
  folderTooDeep: null,
  tooManyFolders: null,
  tooManyPins: null,
  promptMissing: null,
  tooManyPrompts: null,
  instructionsUnreadable: null,
  messageMissing: null,
  answerUnfinished: null,
  /** A message can't be deleted while an answer is being written at or after it. */
  answerRunning: null,
  /** Deleted messages can't be put back any more, or not before a later deletion is undone. */
  deletionFinal: null,
  databaseTooNew: 'showDataFolder',
  databaseDamaged: 'repairHistory',
  databaseLocked: 'retry',
  databaseIncomplete: 'showDataFolder',
  settingsDamaged: 'showDataFolder',
  diskFull: 'retry',
  folderReadOnly: 'showDataFolder',
  // Files.
  attachmentTooLarge: null,
  pictureTooLarge: null,
  attachmentMissing: null,
  attachmentsTooLarge: null,
  tooManyAttachments: null,
  mediaInputTooLarge: null,
  filesFull: null,
  /** A link or file from outside. The subject is its beginning. */
  openingRefused: null,
  /** The subject is the system's list of what starts at login. */
  startAtLoginUnchanged: null,
  /** The system opens no file of the web. */
  browserMissing: null,
  // Speech.
  voiceMissing: null,
  microphoneDenied: 'retry',
  microphoneMissing: 'retry',
  microphoneLost: 'retry',
  microphoneSilent: 'retry',
  /** A realtime session that no network path leads to. */
  realtimeUnreachable: 'retry',
  /** A realtime session whose connection broke off. */
  realtimeLost: 'retry',
  /** A live sketch whose connection broke off: the next stroke connects again. */
  sketchDisconnected: null,
  /** A realtime session at a service whose model for the transcript the user must name. */
  transcriptionMissing: null,
  speechUnheard: 'retry',
  speechEngineMissing: 'setUpSpeech',
  speechEngineUnusable: 'setUpSpeech',
  recordingMissing: null,
  recordingsFull: 'retry',
  recordingRefused: 'retry',
  microphoneHangs: 'retry',
  // Jobs.
  jobMissing: null,
  jobUnreadable: null,
  // Work in a worker thread.
  tooHeavy: null,
  unreadable: 'retry',
  // Plugins.
  pluginManifestInvalid: null,
  pluginNotFound: null,
  pluginSettingsInvalid: null,
  pluginArgumentsInvalid: null,
  pluginServerFailed: 'retry',
  pluginNetworkRefused: null,
  /** A page of the local network that the user has not allowed. The subject is its host. */
  pageRefused: null,
  pluginStopped: 'retry',
  /** A program that never began its work, or a package that could not be installed. */
  pluginNotStarted: 'retry',
  pluginProgramMissing: 'retry',
  pluginSandboxMissing: null,
  /** The subject is the folder in all four. */
  pluginFolderHome: null,
  pluginFolderPrivate: null,
  pluginFolderRelative: null,
  pluginFolderChanged: null,
  pluginChanged: null,
  pluginRefused: null,
  pluginSignInNeeded: 'retry',
  /** An id token that a sign-in brought. The provider is its issuer's host in all six. */
  tokenExpired: 'retry',
  /** The subject is the claim. */
  tokenWrongClaim: 'retry',
  tokenMalformed: 'retry',
  tokenBadSignature: 'retry',
  tokenWrongAudience: 'retry',
  tokenNotYetValid: 'retry',
  // Knowledge.
  sourceMissing: null,
  baseMissing: null,
  documentEncrypted: null,
  documentWithoutText: null,
  documentDamaged: null,
  documentTooLarge: null,
  folderMissing: 'retry',
  embeddingMismatch: 'retry',
  knowledgeDamaged: 'restart',
  teamDatabaseReadOnly: null,
  teamDatabaseTooNew: null,
  exportTooNew: null,
  // Media.
  fieldsInvalid: null,
  priceTooHigh: null,
  mediaMissing: null,
  mediaUnknown: null,
  mediaUnknownAccount: 'addKey',
  mediaLost: 'retry',
  mediaOtherAccount: 'addKey',
  mediaUnusable: 'retry',
  mediaExpired: 'retry',
  mediaNotDeleted: null,
  mediaEmpty: null,
  mediaFewer: null,
  mediaCut: null,
  mediaAlreadyMade: null,
  mediaOnlyAtService: null,
  mediaSignInNeeded: null,
  restOtherShape: null,
  restUnreadable: null,
  // Tables.
  batchMissing: null,
  /** A request that its batch service has not run in time. */
  batchExpired: 'retry',
  batchRefused: 'retry',
  /** Too many requests wait at the batch service already. */
  batchQueueFull: 'retry',
  tableUnreadable: null,
  tableTooLarge: null,
  /** The subject is the number of the line. */
  tableLineInvalid: null,
  /** The subject is the number of the row, 0 for the titles. */
  tableCellTooLong: null,
  /** The answer is what is wrong with the schema. */
  answerShapeInvalid: null,
  /** An answer without any text. */
  answerEmpty: 'retry',
  // Fine-tuning.
  trainingMissing: null,
  trainingFileUnreadable: null,
  trainingFileTooLarge: null,
  /** The service lets this account train no models. */
  trainingRefused: 'openProvider',
  /** The service has no fine-tuning, or none at this address. */
  trainingNotOffered: 'openProvider',
  /** A training that has failed at the service, for the reason in its answer. */
  trainingFailed: null,
  /** Trains with a key that is gone. */
  trainingAccountMissing: 'addKey',
  /** The key reaches several of the service's accounts, which the subject names. */
  trainingAccountUnclear: 'openProvider',
  /** The service trains with conversations only. */
  trainingPreferences: null,
  fireworksFileTooLarge: null,
  // Updates.
  updateUntrusted: 'retry',
  updateDamaged: 'retry',
  updateUnreadable: 'retry',
  updateMissing: 'retry',
  updateElsewhere: 'retry',
  updateOlder: 'retry',
  updateExpired: 'retry',
  updateReplayed: 'retry',
  updateClock: 'retry',
  updateBusy: 'retry',
  updateNotInstalled: 'retry',
} as const satisfies Record<string, ErrorAction | null>

export type ErrorCode = keyof typeof errorActions
export const errorCodes = Object.keys(errorActions) as [ErrorCode, ...ErrorCode[]]

/** Facts for the expandable details of an error. They never contain a key, a prompt or a reply. */
export interface ErrorDetails {
  /** The HTTP status of the response. */
  status?: number | undefined
  /** The provider's request id, for its support. */
  requestId?: string | undefined
  /** Seconds to wait before a retry, from the Retry-After header. */
  retryAfterSeconds?: number | undefined
  /** Set if the limit is one of a day. */
  period?: 'day' | undefined
  /** The time when the service asked to wait, in milliseconds since 1970. */
  askedAt?: number | undefined
  /** A time that the sentence names, in milliseconds since 1970. */
  time?: number | undefined
  /** The display name of the provider or server. */
  provider?: string | undefined
  model?: string | undefined
  /** The address, file or field that the error refers to. */
  subject?: string | undefined
  /** The number of messages that can be dropped if the conversation is too long. */
  droppable?: number | undefined
  /** The id of the model that the vendor recommends in place of a retired one. */
  replacement?: string | undefined
  /** The number of results that came, of those that were asked for. */
  came?: number | undefined
  asked?: number | undefined
  /** The provider's error message, at most 2,000 characters. */
  answer?: string | undefined
  /** The line in which a program that did not start says why. */
  lastLine?: string | undefined
}

/** The details of an AppError. Main decides by the additional ones; they don't leave it. */
export interface FailureDetails extends ErrorDetails {
  /** The service's own statement on whether a retry makes sense. */
  shouldRetry?: boolean | undefined
  /** The field of the request that the service names as wrong, such as `size`. */
  field?: string | undefined
  /**
   * Set if an answer of status 200 had begun: `head` before the model had made anything, `content`
   * afterwards. A status in the details is then what the service says within the answer.
   */
  answered?: 'head' | 'content' | undefined
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
  readonly details: FailureDetails

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

export function toWire(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    return { code: 'internal', message: 'Something went wrong inside Parley' }
  }
  const {
    shouldRetry: _shouldRetry,
    field: _field,
    answered: _answered,
    ...details
  } = error.details
  return { code: error.code, message: error.message, details }
}

export function fromWire(error: WireError): AppError {
  return new AppError(error.code, error.message, error.details)
}
