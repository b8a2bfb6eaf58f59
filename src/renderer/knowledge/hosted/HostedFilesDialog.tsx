import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { StatusDot } from '../../ui/status/StatusDot.tsx'
import { visibleText } from '../../ui/visibleText.ts'

type Files = Awaited<ReturnType<typeof api.knowledge.hostedFiles>>

interface HostedFilesDialogProps {
  baseId: string
  provider: string
  open: boolean
  onClose: () => void
}

const tones = {
  in_progress: 'neutral',
  completed: 'success',
  cancelled: 'danger',
  failed: 'danger',
} as const

/** Lists what the service itself says that it holds for a base. */
export function HostedFilesDialog(props: HostedFilesDialogProps): ReactNode {
  const { baseId, provider, open, onClose } = props
  const { t } = useTranslation()
  const { run, failure, clear } = useTask()
  const [files, setFiles] = useState<Files>()
  useEffect(() => {
    if (!open) return
    void run(async () => setFiles(await api.knowledge.hostedFiles({ baseId })))
    return () => {
      setFiles(undefined)
      clear()
    }
  }, [baseId, open, run, clear])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('knowledge.hosted.showTitle', { provider })}
      wide
      actions={<Button onClick={onClose}>{t('knowledge.hosted.close')}</Button>}
    >
      {failure ? (
        <ErrorAlert error={failure.error} since={failure.at} />
      ) : !files ? (
        <Skeleton className="h-40 w-full" />
      ) : files.length === 0 ? (
        <p className="text-sm text-muted">{t('knowledge.hosted.none')}</p>
      ) : (
        <FileRows files={files} label={t('knowledge.hosted.showTitle', { provider })} />
      )}
    </Dialog>
  )
}

function FileRows({ files, label }: { files: Files; label: string }): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <div className="min-h-0 overflow-y-auto" tabIndex={0}>
      <RowList label={label}>
        {files.map(({ id, name, usageBytes, state }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 px-3 py-1.5 text-sm">
            <span className="flex min-w-0 items-center">
              <StatusDot tone={tones[state]} />
              {/* A name is cut at its own end. */}
              <bdi className="min-w-0 truncate">
                {name === null ? t('knowledge.hosted.unknown') : visibleText(name)}
              </bdi>
            </span>
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {formatBytes(i18n.language, usageBytes)}
            </span>
          </li>
        ))}
      </RowList>
    </div>
  )
}
