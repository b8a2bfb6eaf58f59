import { estimateFileTokens } from '../../../shared/chat/estimateFileTokens.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { FilePreviews } from '../../attachments/useFilePreviews.ts'

/** The share of a model's window from which a document leaves too little for the rest. */
const windowShare = 0.5
/** For a model whose window is unknown. */
const unknownWindow = 64_000

/** Returns the documents of which rather only passages are sent, because they are too long. */
export function longDocuments(
  files: readonly Attachment[],
  contextTokens: number | undefined,
  previews: FilePreviews,
): Attachment[] {
  const most = (contextTokens ?? unknownWindow) * windowShare
  return files.filter((file) => {
    if (file.passagesOnly) return false
    const kind = inputKindOf(file)
    if (kind === 'image' || kind === 'audio') return false
    return (previews.get(file.id)?.tokens ?? estimateFileTokens(file)) > most
  })
}
