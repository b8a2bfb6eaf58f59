import { useAtomValue } from 'jotai'
import { Download, MessageSquarePlus, Pencil, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assistant, AssistantFilesPreview } from '../../shared/assistantProfiles.ts'
import { api } from '../core/bridge.ts'
import { carriesFiles } from '../core/draggedFiles.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { attempt } from '../core/failures.ts'
import { DeleteButton } from '../core/records/DeleteButton.tsx'
import { store } from '../core/store.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { AssistantEditor } from './AssistantEditor.tsx'
import { assistantList, assistantsOpenAtom } from './assistants.ts'
import { BuiltInList } from './BuiltInList.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportButton } from './ImportButton.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { readFiles } from './readFiles.ts'

interface AssistantsDialogProps {
  /** Begins a new chat with an assistant. */
  onBegin: (assistant: Assistant) => void
}

/** Lists the assistants, with what can be done with each. */
export function AssistantsDialog({ onBegin }: AssistantsDialogProps): ReactNode {
  const { t } = useTranslation()
  const assistants = useAtomValue(assistantList.recordsAtom)
  const failure = useAtomValue(assistantList.failureAtom)
  /** The assistant in the editor; null for a new one, undefined while the list shows. */
  const [edited, setEdited] = useState<Assistant | null>()
  const [preview, setPreview] = useState<AssistantFilesPreview>()
  const [isExporting, setExporting] = useState(false)
  const reading = useTask()
  useEffect(() => void assistantList.load(), [])
  const read = async (files: readonly File[]): Promise<void> =>
    setPreview(await reading.run(() => readFiles(files)))
  const close = (): void => store.set(assistantsOpenAtom, false)
  if (edited !== undefined) {
    return <AssistantEditor assistant={edited} onClose={() => setEdited(undefined)} />
  }
  if (preview) return <ImportDialog preview={preview} onClose={() => setPreview(undefined)} />
  if (isExporting && assistants) {
    return <ExportDialog assistants={assistants} onClose={() => setExporting(false)} />
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      title={t('assistantProfiles.list.title')}
      description={t('assistantProfiles.list.hint')}
      wide
      actions={
        <>
          <Button onClick={close}>{t('assistantProfiles.close')}</Button>
          {assistants && assistants.length > 0 && (
            <Button
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => setExporting(true)}
            >
              {t('assistantProfiles.files.export')}
            </Button>
          )}
          <ImportButton busy={reading.running} onFiles={(files) => void read(files)} />
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setEdited(null)}
          >
            {t('assistantProfiles.list.new')}
          </Button>
        </>
      }
    >
      <div
        className="-m-1 min-h-0 space-y-5 overflow-y-auto p-1"
        onDragOver={(event) => {
          if (carriesFiles(event.dataTransfer)) event.preventDefault()
        }}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (event.dataTransfer.files.length > 0) void read([...event.dataTransfer.files])
        }}
      >
        {reading.failure && (
          <ErrorAlert error={reading.failure.error} since={reading.failure.at} offered={[]} />
        )}
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        {assistants?.length === 0 && !failure && (
          <p className="text-sm text-muted">{t('assistantProfiles.list.empty')}</p>
        )}
        {assistants && assistants.length > 0 && (
          <RowList label={t('assistantProfiles.list.title')}>
            {assistants.map((assistant) => (
              <AssistantRow
                key={assistant.id}
                assistant={assistant}
                onBegin={() => {
                  close()
                  onBegin(assistant)
                }}
                onEdit={() => setEdited(assistant)}
              />
            ))}
          </RowList>
        )}
        <BuiltInList
          onBegin={(assistant) => {
            close()
            onBegin(assistant)
          }}
        />
      </div>
    </Dialog>
  )
}

interface AssistantRowProps {
  assistant: Assistant
  onBegin: () => void
  onEdit: () => void
}

function AssistantRow({ assistant, onBegin, onEdit }: AssistantRowProps): ReactNode {
  const { t } = useTranslation()
  const { id, name, emoji } = assistant
  return (
    <li className="flex items-center gap-1 px-3 py-2">
      {emoji && <span aria-hidden>{emoji}</span>}
      <span dir="auto" className="own-direction min-w-0 grow truncate text-sm">
        {name}
      </span>
      <IconButton
        size="small"
        label={t('assistantProfiles.list.begin', { name })}
        icon={<MessageSquarePlus aria-hidden className="size-4" />}
        onClick={onBegin}
      />
      <IconButton
        size="small"
        label={t('assistantProfiles.list.edit', { name })}
        icon={<Pencil aria-hidden className="size-4" />}
        onClick={onEdit}
      />
      <DeleteButton
        label={t('assistantProfiles.list.delete', { name })}
        title={t('assistantProfiles.list.deleteTitle', { name })}
        description={t('assistantProfiles.list.deleteText')}
        confirmLabel={t('assistantProfiles.list.deleteConfirm')}
        onDelete={() => attempt(api.assistantProfiles.remove({ id }))}
      />
    </li>
  )
}
