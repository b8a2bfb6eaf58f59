import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { inspectionAtom } from '../sheet/inspection.ts'

/** Looks for a new version where the plugin came from, and shows what it would change. */
export function CheckForUpdate({ plugin }: { plugin: InstalledPlugin }): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const setInspection = useSetAtom(inspectionAtom)
  const [isNewest, setNewest] = useState(false)
  const check = async (): Promise<void> => {
    setNewest(false)
    const source = { kind: 'installed' as const, id: plugin.id }
    const inspection = await task.run(() => api.plugins.inspect({ source }))
    if (!inspection) return
    if (inspection.changes?.length === 0) setNewest(true)
    else setInspection(inspection)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button size="small" busy={task.running} onClick={() => void check()}>
        {t('plugins.update.check')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isNewest && t('plugins.update.newest')}
      </p>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </div>
  )
}
