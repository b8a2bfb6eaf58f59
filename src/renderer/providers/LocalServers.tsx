import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/Button.tsx'
import type { CardField } from './cardFields.ts'
import { ProviderCard } from './ProviderCard.tsx'
import { useTask } from './useTask.ts'

interface LocalServersProps {
  servers: readonly ProviderState[]
  /** See ProviderCard. */
  wantedOf: (providerId: string) => CardField | undefined
  onReached: () => void
}

/** Shows the known model servers of this machine, the running ones first. */
export function LocalServers({ servers, wantedOf, onReached }: LocalServersProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const running = servers.filter((server) => server.found)
  const others = servers.filter((server) => !server.found)
  const lookAgain = (): void => void task.run(() => api.providers.discover({}))
  return (
    <section aria-label={t('providers.local.title')} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-40 flex-1">
          <h3 className="font-medium">{t('providers.local.title')}</h3>
          <p role="status" className="text-sm text-muted">
            {task.running
              ? t('providers.local.looking')
              : t('providers.local.found', { count: running.length })}
          </p>
        </div>
        <Button
          busy={task.running}
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={lookAgain}
        >
          {t('providers.local.lookAgain')}
        </Button>
      </div>
      {task.failure && (
        <ErrorAlert error={task.failure.error} since={task.failure.at} onAction={lookAgain} />
      )}
      {[...running, ...others].map((server) => (
        <ProviderCard
          key={server.id}
          provider={server}
          keyUrl={null}
          wanted={wantedOf(server.id)}
          onReached={onReached}
        />
      ))}
    </section>
  )
}
