import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { ProviderMark } from '../core/models/ProviderMark.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { DisclosureRow } from '../ui/layout/DisclosureRow.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { findField } from './fieldNames.ts'
import type { FieldName } from './fieldNames.ts'
import { DoctorReport } from './doctor/DoctorReport.tsx'
import { useDoctor } from './doctor/useDoctor.ts'
import { useFix } from './doctor/useFix.ts'
import { pullsAtom } from './localModels/pulls.ts'
import { useOpenRow } from './openRows.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { needsKeyNow } from './providerStatus.ts'
import { ProviderStatus } from './ProviderStatus.tsx'
import { RemoveProvider } from './RemoveProvider.tsx'
import { useTask } from '../core/useTask.ts'
import { isAboutKey, useFailureStatus } from './useFailureStatus.ts'

interface ProviderRowProps {
  provider: ProviderState
  /** The page where the user gets a key. */
  keyUrl: string | null
  /** Whether the user has added no other provider. */
  isOnly: boolean
  /** The field to scroll to and focus. */
  wanted: FieldName | undefined
  /** Called once the field has the focus. */
  onReached: () => void
  /** Called after the provider was removed, which also removed the focused element. */
  onRemoved: () => void
}

/** Shows a provider as a row of the list, and its settings below while the row is open. */
export function ProviderRow(props: ProviderRowProps): ReactNode {
  const { provider, keyUrl, isOnly, wanted, onReached, onRemoved } = props
  const { id, name, kind } = provider
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const checkButton = useRef<HTMLButtonElement>(null)
  const task = useTask()
  const doctor = useDoctor(id)
  const isPulling = useAtomValue(pullsAtom).some(({ input }) => input.providerId === id)
  const needsKey = isAboutKey(useFailureStatus(provider)) || needsKeyNow(provider)
  const [open, setOpen] = useOpenRow(id, isOnly || isPulling || needsKey)
  const [aim, setAim] = useState<FieldName>()
  useEffect(() => {
    if (!wanted) return
    setOpen(true)
    setAim(wanted)
    onReached()
  }, [wanted, setOpen, onReached])
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
    const removed = await task.run(() => api.providers.remove({ id }))
    if (removed) onRemoved()
  }
  const failure = task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />
  const checking = (
    <div className="space-y-4">
      <Button ref={checkButton} size="small" onClick={check}>
        {t('providers.check.button')}
      </Button>
      {doctor.examination && (
        <DoctorReport
          name={name}
          examination={doctor.examination}
          onFix={onFix}
          onClose={closeReport}
        />
      )}
    </div>
  )
  const hasDetails = kind !== 'guide'
  const isOpen = hasDetails && (open || aim !== undefined)
  return (
    <li>
      <div ref={element} role="group" aria-label={name}>
        <DisclosureRow
          mark={<ProviderMark providerId={id} size="large" />}
          title={name}
          note={<ProviderStatus provider={provider} />}
          trailing={
            <span data-field="enabled" className="flex">
              <Switch
                label={t('providers.enabled')}
                labelHidden
                checked={provider.enabled}
                onCheckedChange={(enabled) =>
                  void task.run(() => api.providers.update({ id, enabled }))
                }
              />
            </span>
          }
          open={isOpen}
          onOpenChange={hasDetails ? setOpen : undefined}
        >
          <div className="space-y-4 px-3.5 pt-2.5 pb-4 @xl:ps-14.5">
            <ProviderFields provider={provider} keyUrl={keyUrl} aim={aim} check={checking} />
            {provider.removable && (
              <div className="flex justify-end">
                <RemoveProvider name={name} onRemove={() => void remove()} />
              </div>
            )}
          </div>
        </DisclosureRow>
        {failure && <div className="px-3.5 pb-3.5">{failure}</div>}
      </div>
    </li>
  )
}
