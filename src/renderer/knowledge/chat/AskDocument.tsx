import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { FilePreviews } from '../../attachments/useFilePreviews.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { longDocuments } from './longDocuments.ts'

interface AskDocumentProps {
  /** The draft's files. */
  files: readonly Attachment[]
  contextTokens: number | undefined
  /** Forms in which the model gets the files. */
  previews: FilePreviews
  /** Lets only passages of a file be sent. */
  onAsk: (file: Attachment) => void
}

/** Offers to ask a document of the draft by its passages, because it is too long for the model. */
export function AskDocument({
  files,
  contextTokens,
  previews,
  onAsk,
}: AskDocumentProps): ReactNode {
  const { t } = useTranslation()
  return longDocuments(files, contextTokens, previews).map((file) => (
    <Alert
      key={file.id}
      tone="note"
      actions={
        <Button size="small" onClick={() => onAsk(file)}>
          {t('knowledge.ask.button')}
        </Button>
      }
    >
      {t('knowledge.ask.tooLong', { name: file.name })}
    </Alert>
  ))
}
