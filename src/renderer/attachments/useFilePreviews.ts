import { useEffect, useState } from 'react'
import type { FilePreview } from '../../shared/chat/draftTokens.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import { api } from '../core/bridge.ts'

/** Forms in which a model gets the files of a draft, by file id. */
export type FilePreviews = ReadonlyMap<string, FilePreview>

const none: FilePreviews = new Map()

/**
 * Returns how a model would get files, as far as main has told: it reads documents first, which
 * takes a moment. Empty without a model.
 */
export function useFilePreviews(
  files: readonly Attachment[],
  model: ModelReference | null,
): FilePreviews {
  const [previews, setPreviews] = useState(none)
  const { providerId, modelId } = model ?? {}
  useEffect(() => {
    if (files.length === 0 || providerId === undefined || modelId === undefined) {
      setPreviews(none)
      return
    }
    let wanted = true
    api.chat.previewFiles({ files: [...files], model: { providerId, modelId } }).then(
      (found) => {
        if (wanted) setPreviews(new Map(found.map((preview) => [preview.id, preview])))
      },
      // Sending reports what is wrong with the provider.
      () => {
        if (wanted) setPreviews(none)
      },
    )
    return () => {
      wanted = false
    }
  }, [files, providerId, modelId])
  return previews
}
