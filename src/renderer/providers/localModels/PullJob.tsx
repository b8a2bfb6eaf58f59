import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PullProgressView } from './PullProgressView.tsx'
import { cancelPull, forgetEndedPull, startPull } from './pulls.ts'
import type { Pull } from './pulls.ts'

interface PullJobProps {
  providerId: string
  pull: Pull
}

/** A model on its way to a local server, as one of the jobs. */
export function PullJob({ providerId, pull }: PullJobProps): ReactNode {
  const { t } = useTranslation()
  const { modelId, state, failure } = pull
  if (state === 'running') {
    return (
      <li>
        <PullProgressView pull={pull} onCancel={() => cancelPull(providerId)} />
      </li>
    )
  }
  const remove = (
    <IconButton
      size="small"
      label={t('app.jobs.remove', { name: modelId })}
      icon={<X aria-hidden className="size-4" />}
      onClick={() => forgetEndedPull(providerId)}
    />
  )
  return (
    <li className="space-y-1.5 text-sm">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow break-words">
          {state === 'done' ? t('providers.pull.done', { name: modelId }) : <bdi>{modelId}</bdi>}
        </span>
        {remove}
      </div>
      {failure && (
        <ErrorAlert error={failure.error} since={failure.at}>
          <Button size="small" onClick={() => void startPull(api, { providerId, modelId })}>
            {t('errors.actions.retry')}
          </Button>
        </ErrorAlert>
      )}
    </li>
  )
}
