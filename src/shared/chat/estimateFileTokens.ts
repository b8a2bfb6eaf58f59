import { inputKindOf } from './inputKind.ts'
import type { Attachment } from './parts.ts'

/** For an image of about a megapixel, if the size is unknown. */
const tokensPerImage = 1200
/** A PDF page has about 50 kB and about 600 tokens. */
const bytesPerPdfToken = 80
/** Speech at 32 kbit/s has ten tokens a second. */
const bytesPerAudioToken = 400
const bytesPerTextToken = 4

/** Estimates how many tokens a file has in a request; 0 for a kind that no model reads. */
export function estimateFileTokens(file: Pick<Attachment, 'mediaType' | 'sizeBytes'>): number {
  switch (inputKindOf(file)) {
    case 'image':
      return tokensPerImage
    case 'pdf':
      return Math.ceil(file.sizeBytes / bytesPerPdfToken)
    case 'audio':
      return Math.ceil(file.sizeBytes / bytesPerAudioToken)
    case 'text':
      return Math.ceil(file.sizeBytes / bytesPerTextToken)
    case 'other':
      return 0
  }
}
