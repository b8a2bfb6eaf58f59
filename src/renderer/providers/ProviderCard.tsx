import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { Switch } from '../ui/Switch.tsx'
import { findField } from './cardFields.ts'
import type { CardField } from './cardFields.ts'
import { DoctorReport } from './doctor/DoctorReport.tsx'
import { useDoctor } from './doctor/useDoctor.ts'
import { useFix } from './doctor/useFix.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { ProviderStatus } from './ProviderStatus.tsx'
import { RemoveProvider } from './RemoveProvider.tsx'
import { useTask } from './useTask.ts'

interface ProviderCardProps {
  provider: ProviderState
  /** The page where the user gets a key. */
  keyUrl: string | null
  /** The field to scroll to and focus. */
  wanted?: CardField | undefined
  /** Called once the field has the focus. */
  onReached?: () => void
  /** Called after the provider was removed, which also removed the focused element. */
  onRemoved?: () => void
}

/** Shows a provider's settings. */
export function ProviderCard(props: ProviderCardProps): ReactNode {
  const { provider, keyUrl, wanted, onReached, onRemoved } = props
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const checkButton = useRef<HTMLButtonElement>(null)
  const task = useTask()
  const doctor = useDoctor(provider.id)
  const [aim, setAim] = useState<CardField>()
  useEffect(() => {
    if (!wanted) return
    setAim(wanted)
    onReached?.()
  }, [wanted, onReached])
  useEffect(() => {
    if (!aim || !element.current) return
    element.current.scrollIntoView({ block: 'nearest' })
    findField(element.current, aim)?.focus()
    setAim(undefined)
  }, [aim])
  // The focused element of the report disappears with it.
  const check = (): void => {
    checkButton.current?.focus()
    doctor.start()
  }
  const closeReport = (): void => {
    checkButton.current?.focus()
    doctor.close()
  }
  const onFix = useFix({ provider, keyUrl, task, focus: setAim, again: check })

  const remove = async (): Promise<void> => {
    const removed = await task.run(() => api.providers.remove({ id: provider.id }))
    if (removed) onRemoved?.()
  }
  return (
    <div
      ref={element}
      role="group"
      aria-label={provider.name}
      className="space-y-3.5 rounded-2xl bg-sunken p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-32 flex-1">
          <h3 className="font-medium break-words">
            <bdi>{provider.name}</bdi>
          </h3>
          <ProviderStatus provider={provider} />
        </div>
        {provider.kind !== 'guide' && (
          <Button ref={checkButton} size="small" onClick={check}>
            {t('providers.check.button')}
          </Button>
        )}
        <Switch
          label={t('providers.enabled')}
          checked={provider.enabled}
          onCheckedChange={(enabled) =>
            void task.run(() => api.providers.update({ id: provider.id, enabled }))
          }
        />
        {provider.removable && (
          <RemoveProvider name={provider.name} onRemove={() => void remove()} />
        )}
      </div>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
      {doctor.examination && (
        <DoctorReport
          name={provider.name}
          examination={doctor.examination}
          onFix={onFix}
          onClose={closeReport}
        />
      )}
      <ProviderFields provider={provider} keyUrl={keyUrl} aim={aim} />
    </div>
  )
}
