import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxRemovedFiles } from '../../../shared/limits.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { FileGroups } from './FileGroups.tsx'
import { useServiceFiles } from './useServiceFiles.ts'
import type { ListedFiles } from './useServiceFiles.ts'

interface FilesDialogProps {
  providerId: string
  /** The provider's name. */
  name: string
  open: boolean
  onClose: () => void
}

/** Lists the files in the user's accounts at a service, and deletes those that the user chooses. */
export function FilesDialog({ providerId, name, open, onClose }: FilesDialogProps): ReactNode {
  const { t } = useTranslation()
  const { listed, chosen, choose, remaining, task, remove } = useServiceFiles(providerId, open)
  const [asking, setAsking] = useState(false)
  const count = chosen.size
  // Main asks about those of others in its own dialog.
  const asksHere = (listed?.files ?? []).every(
    ({ id, neededBy }) => !chosen.has(id) || neededBy === 'nothing' || neededBy === 'chat',
  )
  const hasStore = (listed?.files ?? []).some(({ id, store }) => store && chosen.has(id))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('providers.files.title', { name })}
      description={t(`providers.files.${listed?.isRecord ? 'recorded' : 'description'}`)}
      wide
      actions={
        <>
          {listed?.files.some(({ canDelete }) => canDelete) && (
            <Button
              variant="danger"
              busy={task.running}
              disabled={count === 0 || count > maxRemovedFiles}
              onClick={() => (asksHere ? setAsking(true) : remove())}
            >
              {t('providers.files.delete', { count })}
            </Button>
          )}
          <Button onClick={onClose}>{t('providers.files.close')}</Button>
        </>
      }
    >
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      {remaining && (
        <>
          <p className="text-sm">{t('providers.files.remaining', { count: remaining.count })}</p>
          <ErrorAlert error={remaining.error} since={remaining.at} />
        </>
      )}
      {listed ? (
        <Content listed={listed} name={name} chosen={chosen} onChoose={choose} />
      ) : (
        !task.failure && <Skeleton className="h-40 w-full" />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('providers.files.confirmTitle', { count, name })}
        description={
          hasStore
            ? `${t('providers.files.confirmDescription')} ${t('providers.files.confirmStores')}`
            : t('providers.files.confirmDescription')
        }
        confirmLabel={t('providers.files.delete', { count })}
        cancelLabel={t('app.cancel')}
        onConfirm={remove}
      />
    </Dialog>
  )
}

interface ContentProps {
  listed: ListedFiles
  name: string
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function Content({ listed, name, chosen, onChoose }: ContentProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { files, failures, isCut } = listed
  const keepsNone =
    failures.length > 0 && failures.every(({ error }) => error.code === 'notSupported')
  if (keepsNone) {
    return <p className="text-sm text-muted">{t('providers.files.unsupported', { name })}</p>
  }
  return (
    <>
      {failures.map(({ keyNumber, error }) => (
        <div key={keyNumber} className="space-y-1">
          <p className="text-sm">{t('providers.files.keyFailed', { number: keyNumber })}</p>
          <ErrorAlert error={error} since={0} />
        </div>
      ))}
      {files.length === 0 && failures.length === 0 && (
        <p className="text-sm text-muted">{t('providers.files.none')}</p>
      )}
      {isCut && (
        <p className="text-sm text-muted">
          {t('providers.files.cut', { number: formatNumber(i18n.language, files.length) })}
        </p>
      )}
      {files.length > 0 && <FileGroups files={files} chosen={chosen} onChoose={onChoose} />}
    </>
  )
}
