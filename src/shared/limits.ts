// The limits that the schemas check and that the page keeps to. Free of zod, so that the page can
// import them as values. Lengths are in UTF-16 units.

// Files of the user.
export const maxAttachmentBytes = 50 * 1024 * 1024
export const maxAttachments = 20
/** The models that answer one question side by side. */
export const maxColumns = 4
/** The limit of all files of one message together: a request carries them all as base64. */
export const maxMessageBytes = 200 * 1024 * 1024
/**
 * The files of a whole chat that one request carries, and their bytes together. Twice the bytes would
 * be more base64 than a string can hold.
 */
export const maxRequestFiles = 500
export const maxRequestFileBytes = 200 * 1024 * 1024
/** The size limit of the piece of a file that one call carries. */
export const maxUploadBytes = 1024 * 1024
export const maxFileNameLength = 255

// Chats.
export const maxTextLength = 2_000_000
export const maxTitleLength = 200
export const maxPageLength = 200
/** The number of conversations that the list of chats asks for at a time. */
export const listedAtOnce = 60
export const maxFolders = 1000
export const maxFolderNameLength = 100
/** Folders within each other, the outermost included. */
export const maxFolderDepth = 8
export const maxPinnedChats = 200
/** Chats that one step moves, pins or puts away together. */
export const maxChatsAtOnce = 10_000
/** A key of a manual order is renewed long before. */
export const maxOrderKeyLength = 500
/** The longest text that the user can search for. */
export const maxQueryLength = 500
export const maxSavedSearches = 100
export const maxSearchNameLength = 100
/** The number of messages that can wait in one conversation. */
export const maxQueueLength = 50

// Assistants, and the instructions and parameters of a chat.
export const maxAssistants = 1000
export const maxAssistantNameLength = 100
/** An emoji may consist of many code points: a family has eleven. */
export const maxEmojiLength = 32
export const maxInstructionsLength = 100_000
export const maxAssistantDescriptionLength = 300
export const maxOpeningQuestions = 10
export const maxOpeningQuestionLength = 500
/** Files of assistants that one import reads, and their bytes together. */
export const maxAssistantFiles = 50
export const maxAssistantFileBytes = 20 * 1024 * 1024
/** The longest character card that is kept beside its assistant. */
export const maxCardLength = 2 * 1024 * 1024
export const maxAnswerTokens = 1_000_000

// Providers and their models.
export const maxKeys = 10
export const maxModelIdLength = 300
export const maxModelNameLength = 300
export const maxFavouriteModels = 200
export const maxRecentModels = 8
/** The longest name in a warning, of a type, a tool or a file. */
export const maxSubjectLength = 300
/** The longest quotation of a server's answer in an error. */
export const maxQuotedAnswerLength = 2000
/** The longest part of a request or an answer that the doctor shows. */
export const maxWireTextLength = 20_000
/** The longest name of a thing that the doctor has found. */
export const maxFoundLength = 500
/** A local server's own words on a download. */
export const maxStatusLength = 300

// Tools.
/** The name of the permission that lasts for a chat. */
export const maxApprovalScopeLength = 500
export const maxDestinationLength = 300
/** Addresses of the resources of servers. */
export const maxUriLength = 5000
export const maxLinkDescriptionLength = 1000
/** A text that a view proposes for the user's message. */
export const maxDraftedLength = 20_000
/** Characters that the view of a result may add for the model. */
export const maxViewContextLength = 20_000
/** The texts that the page of one result adds to it, and their length together. */
export const maxPageTexts = 20
export const maxPageTextsLength = 100_000
export const maxToolNewsLength = 500
export const maxTaskIdLength = 1000
/** Requests to the model that one turn may make, those after tool calls included. */
export const maxModelRequests = 10
/** The id or name of a tool call that a realtime session asks for. */
export const maxToolCallNameLength = 500
/** The arguments that the card of a question lists by name. */
export const maxArgumentFields = 100
export const maxArgumentNameLength = 200

// Speech to text.
export const maxTranscriptLength = 1_000_000
export const maxRecordingsPerPage = 100
export const maxWordLength = 100
export const maxReplacementLength = 1000
export const maxWords = 5000
export const maxImportLength = 1_000_000

// Dictation.
/** The window class or bundle id of an app. */
export const maxAppIdLength = 200

// Reading aloud.
/** Source: OpenAI's API description, /audio/speech. */
export const maxSpokenLength = 4096
export const minSpeed = 0.5
export const maxSpeed = 2
/** The largest change of pitch, in per cent of the voice's own. */
export const maxPitchPercent = 50

// Realtime sessions.
/** A session description (SDP). */
export const maxDescriptionLength = 100_000

// Knowledge.
export const maxBaseNameLength = 100

// The interface, in pixels.
export const minFontSize = 12
export const maxFontSize = 24

// Media.
/** A file that a job is given: some services take videos of hours. */
export const maxMediaInputBytes = 2_000_000_000
/** Such a file where the service gets it whole: within a request, or from this computer's memory. */
export const maxWholeInputBytes = 64_000_000
/** The pixels of a picture that is decoded, each of which takes four bytes. */
export const maxShownPixels = 150_000_000
/** The rows of one page of the gallery. */
export const maxOutputsPerPage = 200
/** The lines that are shown of what a running job says, and the length of one. */
export const maxMediaLogLines = 50
export const maxMediaLogLineLength = 500
/** The outputs that one call changes. */
export const maxMediaIds = 1000
/** A text of the kept form, and the number of its fields. */
export const maxDraftTextLength = 5_000_000
export const maxDraftFields = 4000
/** The strokes of one mask, as JSON. */
export const maxStrokesLength = 20_000_000
/** The text of a workflow's file. */
export const maxWorkflowLength = 5_000_000
/** The inputs of a workflow that have values of their own. */
export const maxWorkflowInputs = 5000
/** The longest sentence of an answer whose support is looked for in a cited passage. */
export const maxClaimLength = 2000

// Tables.
export const maxTableBytes = 64 * 1024 * 1024
export const maxTableRows = 100_000
export const maxTableColumns = 1000
/** The columns of a table that the page lists. */
export const maxVisibleColumns = 100
/** The system text or the prompt of a table. */
export const maxPromptLength = 200_000
/** The names or the JSON schema of the columns of a table's answers. */
export const maxAnswerShapeLength = 100_000
/** The rows of a table that the page lists at a time. */
export const maxShownRows = 50
/** The newest parts of a table at a batch service that the page lists. */
export const maxShownParts = 50

// Continued texts.
/** The whole text of the page, with what models have added. */
export const maxContinuedLength = 1_000_000
export const maxTemperature = 2
export const maxStopWords = 16
export const maxStopWordLength = 200
/** Tokens that one request may ask for. */
export const maxContinuationTokens = 32_768
/** Probable tokens that a server is asked for at each place. OpenAI's older shape allows no more. */
export const askedAlternatives = 5
export const maxAlternatives = 20
/** Tokens that make one piece: a character has at most four bytes, and some tokens no text. */
export const maxPieceTokens = 16
/** Ids that go along with a text. A longer continuation goes as text alone. */
export const maxTokenIds = 100_000
export const maxTokenLength = 1000
/** Changes of the text that can be undone after a restart. */
export const maxContinuationSteps = 200

// Files at services.
/** The files that one request deletes. */
export const maxRemovedFiles = 1000

// Fine-tuning.
/** A file of examples. One of this size is checked in seconds. */
export const maxTrainingBytes = 200 * 1024 * 1024
export const maxSuffixLength = 64
/** The numbers that a training's options allow. */
export const trainingLimits = {
  validationShare: { least: 0, most: 0.5 },
  seed: { least: 0, most: 2_147_483_647 },
  epochs: { least: 1, most: 50 },
  batchSize: { least: 1, most: 256 },
  /** Above 0. */
  learningRate: { most: 10 },
  /** Above 0. */
  beta: { most: 2 },
}
/** Points of a training's curve; a longer one keeps every second, fourth … point. */
export const maxCurvePoints = 500
export const maxCheckpoints = 50
export const maxShownEvents = 50
/** The prompt of a live sketch, in UTF-16 units. It goes along with each frame. */
export const maxSketchPromptLength = 20_000
/** The bytes of a drawing of a live sketch. One of 704 pixels has some 30 kB. */
export const maxSketchBytes = 2 * 1024 * 1024

/** The highest budget of a month, in US dollars. */
export const maxBudgetDollars = 1_000_000
/** Models of which the user can have a price of their own. */
export const maxOwnPrices = 1000
/** Models that a budget leaves uncounted. */
export const maxUncountedModels = 1000

// Prompts.
export const maxPrompts = 1000
export const maxPromptNameLength = 100
export const maxPromptCommandLength = 64
/** UTF-16 units of a prompt, and of what the clipboard gives for one. */
export const maxPromptTextLength = 50_000
/** Stored texts of a prompt. The oldest goes when another is saved. */
export const maxPromptVersions = 200
/** UTF-16 units of a prompt's text that lists show. */
export const maxPromptBeginning = 300
export const maxPromptFileBytes = 20 * 1024 * 1024
