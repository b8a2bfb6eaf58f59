import type { z } from 'zod'
import type { chat } from '../../../shared/chat/chat.ts'
import { estimateFileTokens } from '../../../shared/chat/estimateFileTokens.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { ProviderLookup } from '../../providers/provider.ts'
import { isDocument, type DocumentTexts } from './documentTexts.ts'

/** Tokens estimated for a document of which only passages are sent. */
const passagesEstimate = 4000

type Previewed = z.output<(typeof chat)['previewFiles']['output']>
export type PreviewFiles = (
  draft: z.output<(typeof chat)['previewFiles']['input']>,
) => Promise<Previewed>

interface FilePreviewDependencies {
  lookup: ProviderLookup
  documents: DocumentTexts
}

/** Creates what tells how a model would get files. */
export function createFilePreview({ lookup, documents }: FilePreviewDependencies): PreviewFiles {
  async function isTaken(file: Attachment, { providerId, modelId }: ModelReference) {
    const provider = await lookup(providerId)
    // Without a word of the provider, sending tells.
    return (await provider.takesFile?.(file, { modelId }).catch(() => true)) ?? true
  }

  async function preview(file: Attachment, model: ModelReference): Promise<Previewed[number]> {
    const { id } = file
    const asFile = { id, isPartial: false, tokens: estimateFileTokens(file) }
    const kind = inputKindOf(file)
    if (file.passagesOnly) {
      return { ...asFile, sentAs: 'passages', tokens: passagesEstimate }
    }
    if (kind === 'text') return { ...asFile, sentAs: 'file' }
    if (await isTaken(file, model)) return { ...asFile, sentAs: 'file' }
    const read = isDocument(file) ? await documents.read(file) : null
    if (!read) return { ...asFile, sentAs: 'nothing', tokens: 0 }
    const { text, isPartial } = read
    return { id, sentAs: 'text', isPartial, tokens: estimateTextTokens(text) }
  }

  return ({ files, model }) => Promise.all(files.map((file) => preview(file, model)))
}
