import { RefreshCw, ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { DisclosureRow } from '../ui/layout/DisclosureRow.tsx'
import { isolate } from '../ui/isolate.ts'
import { useTask } from '../core/useTask.ts'

interface StoppedServersProps {
  servers: readonly ProviderState[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows in one row the local servers that don't run. Their own rows follow while it is open. */
export function StoppedServers({ servers, open, onOpenChange }: StoppedServersProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const lookAgain = (): void => void task.run(() => api.providers.discover({}))
  const names = new Intl.ListFormat(i18n.language).format(servers.map(({ name }) => isolate(name)))
  return (
    <li>
      <DisclosureRow
        mark={
          <span className="grid size-7.5 shrink-0 place-items-center rounded-lg bg-control text-muted">
            <ServerOff aria-hidden className="size-4" />
          </span>
        }
        title={t('providers.status.notRunning')}
        note={task.running ? t('providers.local.looking') : names}
        trailing={
          <Button
            size="small"
            variant="quiet"
            busy={task.running}
            icon={<RefreshCw aria-hidden className="size-3.5" />}
            onClick={lookAgain}
          >
            {t('providers.local.lookAgain')}
          </Button>
        }
        open={open}
        onOpenChange={onOpenChange}
      />
      {task.failure && (
        <div className="px-3.5 pb-3.5">
          <ErrorAlert error={task.failure.error} since={task.failure.at} onAction={lookAgain} />
        </div>
      )}
    </li>
  )
}
