// The limits that the schemas check and that the page keeps to. Free of zod, so that the page can
// import them as values. Lengths are in UTF-16 units.

// Files of the user.
export const attachmentBytesMaximum = 50 * 1024 * 1024
export const attachmentsMaximum = 20
/** The limit of all files of one message together: a request carries them all as base64. */
export const messageBytesMaximum = 200 * 1024 * 1024
/**
 * The files of a whole chat that one request carries, and their bytes together. Twice the bytes would
 * be more base64 than a string can hold.
 */
export const requestFilesMaximum = 500
export const requestFileBytesMaximum = 200 * 1024 * 1024
/** The size limit of the piece of a file that one call carries. */
export const uploadBytesMaximum = 1024 * 1024
export const fileNameLengthMaximum = 255

// Chats.
export const textLengthMaximum = 2_000_000
export const titleLengthMaximum = 200
export const pageLengthMaximum = 200
/** The number of conversations that the list of chats asks for at a time. */
export const listedAtOnce = 60
/** The longest text that the user can search for. */
export const queryLengthMaximum = 500
/** The number of messages that can wait in one conversation. */
export const queueLengthMaximum = 50

// Providers and their models.
export const keysMaximum = 10
export const modelIdLengthMaximum = 300
export const modelNameLengthMaximum = 300
export const favouriteModelsMaximum = 200
export const recentModelsMaximum = 8
/** The longest name in a warning, of a type, a tool or a file. */
export const subjectLengthMaximum = 300
/** The longest quotation of a server's answer in an error. */
export const quotedAnswerLengthMaximum = 2000
/** The longest part of a request or an answer that the doctor shows. */
export const wireTextLengthMaximum = 20_000
/** The longest name of a thing that the doctor has found. */
export const foundLengthMaximum = 500
/** A local server's own words on a download. */
export const statusLengthMaximum = 300

// Tools.
/** The name of the permission that lasts for a chat. */
export const approvalScopeLengthMaximum = 500
export const destinationLengthMaximum = 300
/** Addresses of the resources of servers. */
export const uriLengthMaximum = 5000
export const linkDescriptionLengthMaximum = 1000
/** A text that a view proposes for the user's message. */
export const draftedLengthMaximum = 20_000
/** Characters that the view of a result may add for the model. */
export const viewContextLengthMaximum = 20_000
/** The texts that the page of one result adds to it, and their length together. */
export const pageTextsMaximum = 20
export const pageTextsLengthMaximum = 100_000
export const toolNewsLengthMaximum = 500
export const taskIdLengthMaximum = 1000
/** The arguments that the card of a question lists by name. */
export const argumentFieldsMaximum = 100
export const argumentNameLengthMaximum = 200

// Speech to text.
export const transcriptLengthMaximum = 1_000_000
export const recordingsPageMaximum = 100
export const wordLengthMaximum = 100
export const replacementLengthMaximum = 1000
export const wordsMaximum = 5000
export const importLengthMaximum = 1_000_000

// Dictation.
/** The window class or bundle id of an app. */
export const appIdLengthMaximum = 200

// Reading aloud.
/** Source: OpenAI's API description, /audio/speech. */
export const spokenLengthMaximum = 4096
export const speedMinimum = 0.5
export const speedMaximum = 2
/** The largest change of pitch, in per cent of the voice's own. */
export const pitchMaximum = 50

// Realtime sessions.
/** A session description (SDP). */
export const descriptionLengthMaximum = 100_000

// Knowledge.
export const baseNameLengthMaximum = 100

// The interface, in pixels.
export const fontSizeMinimum = 12
export const fontSizeMaximum = 24

// Media.
/** A file that a job is given: some services take videos of hours. */
export const mediaInputBytesMaximum = 2_000_000_000
/** Such a file where the service gets it whole: within a request, or from this computer's memory. */
export const wholeInputBytesMaximum = 64_000_000
/** The pixels of a picture that is decoded, each of which takes four bytes. */
export const shownPixelsMaximum = 150_000_000
/** The rows of one page of the gallery. */
export const mediaPageMaximum = 200
/** The lines that are shown of what a running job says, and the length of one. */
export const mediaLogLinesMaximum = 50
export const mediaLogLineMaximum = 500
/** The outputs that one call changes. */
export const mediaIdsMaximum = 1000
/** A text of the kept form, and the number of its fields. */
export const draftTextMaximum = 5_000_000
export const draftFieldsMaximum = 4000
/** The strokes of one mask, as JSON. */
export const strokesLengthMaximum = 20_000_000
/** The text of a workflow's file. */
export const workflowLengthMaximum = 5_000_000
/** The inputs of a workflow that have values of their own. */
export const workflowInputsMaximum = 5000
/** The longest sentence of an answer whose support is looked for in a cited passage. */
export const claimLengthMaximum = 2000
