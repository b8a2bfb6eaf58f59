import { Eject } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { DeleteButton } from '../../core/records/DeleteButton.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { useTask } from '../../core/useTask.ts'

interface LocalModelRowProps {
  model: Model
  onUnloaded: () => void
  onDeleted: () => void
}

export function LocalModelRow({ model, onUnloaded, onDeleted }: LocalModelRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const { providerId, modelId, name, sizeBytes, loadState } = model
  const unload = async (): Promise<void> => {
    const done = await task.run(() => api.providers.unloadModel({ providerId, modelId }))
    if (done) onUnloaded()
  }
  const remove = async (): Promise<void> => {
    const done = await task.run(() => api.providers.deleteModel({ providerId, modelId }))
    if (done) onDeleted()
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5 text-sm" aria-busy={task.running}>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 break-words">{name}</bdi>
        <span className="inline-flex items-center gap-1.5 text-xs text-muted">
          {(loadState === 'loading' || task.running) && <Spinner />}
          {[
            sizeBytes === undefined ? undefined : formatBytes(i18n.language, sizeBytes),
            loadState && t(`providers.localModels.${loadState}`),
          ]
            .filter((fact) => fact !== undefined)
            .join(' · ')}
        </span>
      </div>
      {loadState === 'loaded' && (
        <IconButton
          label={t('providers.localModels.unload', { name })}
          icon={<Eject aria-hidden className="size-4" />}
          size="small"
          onClick={() => void unload()}
        />
      )}
      <DeleteButton
        label={t('providers.localModels.delete', { name })}
        title={t('providers.localModels.deleteTitle', { name })}
        description={t('providers.localModels.deleteDescription')}
        confirmLabel={t('providers.localModels.deleteConfirm')}
        onDelete={() => void remove()}
      />
      {task.failure && (
        <div className="basis-full">
          <ErrorAlert error={task.failure.error} since={task.failure.at} />
        </div>
      )}
    </li>
  )
}
