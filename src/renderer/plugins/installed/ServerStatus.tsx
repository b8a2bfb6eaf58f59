import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ElapsedTime } from '../../ui/status/ElapsedTime.tsx'
import { serverError, serverStatesAtom } from '../followServers.ts'
import { StrangersText } from '../sheet/StrangersText.tsx'

/** Shows whether a plugin's server runs, why it fails, and what it wrote last. */
export function ServerStatus({ plugin }: { plugin: InstalledPlugin }): ReactNode {
  const { id, state: pluginState } = plugin
  const { t } = useTranslation()
  const task = useTask()
  const state = useAtomValue(serverStatesAtom).get(id)
  const phase = state?.phase ?? 'off'
  const error = serverError(state, plugin)
  const isUp = phase === 'starting' || phase === 'ready'
  return (
    <section
      aria-label={t('plugins.server.title')}
      className="space-y-2 rounded-xl bg-sunken px-3.5 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-40 flex-1 text-sm">
          <span role="status">{t(`plugins.server.${phase}`)}</span>{' '}
          {phase === 'starting' && state && <ElapsedTime since={state.since} />}
        </p>
        {isUp ? (
          <Button size="small" onClick={() => attempt(api.mcp.stop({ id }))}>
            {t('plugins.server.stop')}
          </Button>
        ) : (
          <Button
            size="small"
            busy={task.running}
            disabled={pluginState === 'off' || pluginState === 'settingsMissing'}
            onClick={() => void task.run(() => api.plugins.start({ id }))}
          >
            {t('plugins.server.start')}
          </Button>
        )}
      </div>
      {state && error && <ErrorAlert error={error} since={state.since} />}
      {task.failure && phase !== 'failing' && (
        <ErrorAlert error={task.failure.error} since={task.failure.at} />
      )}
      {state && state.errorTail !== '' && phase !== 'ready' && (
        <div className="space-y-1">
          <p className="text-xs text-muted">{t('plugins.server.lastLines')}</p>
          <StrangersText text={state.errorTail} label={t('plugins.server.lastLines')} />
        </div>
      )}
    </section>
  )
}
