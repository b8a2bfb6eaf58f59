import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeftThreads as Left } from '../../../shared/serviceFiles.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { errorText } from '../../core/errorText.ts'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { visibleText } from '../../ui/visibleText.ts'

/** Names the services that still have threads of erased chats, and tries again to delete them. */
export function LeftThreads(): ReactNode {
  const { t } = useTranslation()
  const [left, setLeft] = useState<readonly Left[]>([])
  const { run, running, failure } = useTask()
  const show = useCallback(
    (ask: () => Promise<Left[]>) => void run(async () => setLeft(await ask())),
    [run],
  )
  useEffect(() => show(() => api.serviceFiles.leftThreads({})), [show])
  const alert = failure && <ErrorAlert error={failure.error} since={failure.at} />
  if (left.length === 0) return alert
  return (
    <section className="space-y-2 rounded-xl bg-sunken px-3.5 py-2.5 text-sm forced-colors:border">
      {left.map(({ providerId, service, error }) => (
        <div key={providerId}>
          <p className="break-words">
            {t('providers.threads.left', { name: visibleText(service) })}
          </p>
          <p className="text-xs text-danger-ink">{errorText(t, error).sentence}</p>
        </div>
      ))}
      {alert}
      <div className="flex gap-2">
        <Button
          size="small"
          busy={running}
          onClick={() => show(() => api.serviceFiles.deleteLeftThreads({}))}
        >
          {t('providers.threads.delete')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={running}
          onClick={() => show(() => api.serviceFiles.forgetLeftThreads({}))}
        >
          {t('providers.threads.forget')}
        </Button>
      </div>
    </section>
  )
}
