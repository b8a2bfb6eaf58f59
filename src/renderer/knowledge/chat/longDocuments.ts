import type { Attachment } from '../../../shared/parts.ts'

/** The share of a model's window from which a document leaves too little for the rest. */
const windowShare = 0.5
/** For a model whose window is unknown. */
const unknownWindow = 64_000
/** As main estimates the tokens of files. */
const bytesPerPdfToken = 80
const bytesPerTextToken = 4

/** Formats that no model takes, and that a base reads. */
const documents =
  /^application\/(?:epub\+zip|msword|rtf|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.)|^message\/rfc822$/

/** Returns the files that are better asked through a base: too long, or of a kind that it reads. */
export function longDocuments(
  files: readonly Attachment[],
  contextTokens: number | undefined,
): Attachment[] {
  const most = (contextTokens ?? unknownWindow) * windowShare
  return files.filter(({ mediaType, sizeBytes }) => {
    if (documents.test(mediaType)) return true
    if (mediaType === 'application/pdf') return sizeBytes / bytesPerPdfToken > most
    const isText = mediaType.startsWith('text/') || mediaType === 'application/json'
    return isText && sizeBytes / bytesPerTextToken > most
  })
}
