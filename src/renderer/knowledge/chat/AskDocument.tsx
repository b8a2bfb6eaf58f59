import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge.ts'
import type { Attachment } from '../../../shared/parts.ts'
import type { FilePreviews } from '../../attachments/useFilePreviews.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { basesAtom } from '../bases.ts'
import { openKnowledge } from '../knowledgeView.ts'
import { askDocument, askedBasesAtom, forgetAsked } from './askDocument.ts'
import { longDocuments } from './longDocuments.ts'

interface AskDocumentProps {
  /** Null in a new chat. */
  conversationId: string | null
  /** The draft's files. */
  files: readonly Attachment[]
  contextTokens: number | undefined
  /** How the model gets the files. */
  previews: FilePreviews
  /** Takes a file out of the draft, as the base has it now. */
  onAsked: (file: Attachment) => void
}

/** Offers to ask a document of the draft that is too long for the model, and says when it is read. */
export function AskDocument(props: AskDocumentProps): ReactNode {
  const { conversationId, files, contextTokens, previews, onAsked } = props
  const { t } = useTranslation()
  const task = useTask()
  const asked = useAtomValue(askedBasesAtom).get(conversationId) ?? []
  const bases = useAtomValue(basesAtom) ?? []
  const shown = bases.filter((base) => asked.includes(base.id) && !isReady(base))
  return (
    <>
      {longDocuments(files, contextTokens, previews).map((file) => (
        <Alert
          key={file.id}
          tone="note"
          actions={
            <Button
              size="small"
              busy={task.running}
              onClick={() =>
                void task.run(async () => {
                  await askDocument(conversationId, file)
                  onAsked(file)
                })
              }
            >
              {t('knowledge.ask.button')}
            </Button>
          }
        >
          {t('knowledge.ask.tooLong', { name: file.name })}
        </Alert>
      ))}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      {shown.map((base) => (
        <BeingRead
          key={base.id}
          base={base}
          onDismiss={() => forgetAsked(conversationId, base.id)}
        />
      ))}
    </>
  )
}

/** Says how far a document is. */
function BeingRead({ base, onDismiss }: { base: Base; onDismiss: () => void }): ReactNode {
  const { t } = useTranslation()
  const failed = base.counts.failed + base.counts.skipped > 0
  return (
    <Alert
      tone={failed ? 'error' : 'note'}
      dismiss={failed ? { label: t('app.dismiss'), run: onDismiss } : undefined}
      actions={
        <Button size="small" onClick={() => openKnowledge({ baseId: base.id })}>
          {t('knowledge.ask.show')}
        </Button>
      }
    >
      {failed
        ? t('knowledge.ask.failed', { name: base.name })
        : t('knowledge.job.running', { name: base.name })}
    </Alert>
  )
}

/** Words find it while its vectors are being made. */
function isReady({ counts }: Base): boolean {
  return counts.ready + counts.embedding > 0
}
