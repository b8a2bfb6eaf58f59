import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../app/bridge.ts'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import { errorText } from '../app/errorText.ts'
import { modelFailuresAtom } from '../app/store.ts'
import { Button } from '../ui/Button.tsx'
import { Switch } from '../ui/Switch.tsx'
import { BaseUrlField } from './BaseUrlField.tsx'
import { CheckOutcome } from './CheckOutcome.tsx'
import { KeyField } from './KeyField.tsx'
import { RemoveProvider } from './RemoveProvider.tsx'
import { useCheck } from './useCheck.ts'
import { useTask } from './useTask.ts'

interface ProviderCardProps {
  provider: ProviderState
  /** Where the user gets a key. */
  keyUrl: string | null
  /** Brings it into view, with the focus in its first field. */
  targeted?: boolean
  /** It is gone, and the focus with it. */
  onRemoved?: () => void
}

/** One provider's settings. */
export function ProviderCard(props: ProviderCardProps): ReactNode {
  const { provider, keyUrl, targeted = false, onRemoved } = props
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const change = useTask()
  const check = useCheck(provider.id)
  const folded = provider.kind === 'local'
  const [unfolded, setUnfolded] = useState(targeted)
  const [focusCount, setFocusCount] = useState(0)
  useEffect(() => {
    if (!targeted && focusCount === 0) return
    element.current?.scrollIntoView({ block: 'nearest' })
    element.current?.querySelector<HTMLElement>('input[role=textbox]')?.focus()
  }, [targeted, focusCount])

  const remove = async (): Promise<void> => {
    const removed = await change.run(() => api.providers.remove({ id: provider.id }))
    if (removed) onRemoved?.()
  }

  const fields = provider.kind !== 'guide' && (
    <div className="flex flex-col gap-4">
      <KeyField provider={provider} keyUrl={keyUrl} />
      <BaseUrlField key={provider.baseUrl} provider={provider} />
    </div>
  )
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
          <Button size="small" busy={check.task.running} onClick={check.start}>
            {t('providers.check.button')}
          </Button>
        )}
        <Switch
          label={t('providers.enabled')}
          checked={provider.enabled}
          onCheckedChange={(enabled) =>
            void change.run(() => api.providers.update({ id: provider.id, enabled }))
          }
        />
        {provider.removable && (
          <RemoveProvider name={provider.name} onRemove={() => void remove()} />
        )}
      </div>
      {change.failure && <ErrorAlert error={change.failure.error} since={change.failure.at} />}
      <CheckOutcome
        check={check}
        onFocusFields={() => {
          setUnfolded(true)
          setFocusCount((count) => count + 1)
        }}
      />
      {folded ? (
        <details open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
          <summary className="w-fit text-sm text-muted">{t('providers.addressAndKey')}</summary>
          <div className="pt-3">{fields}</div>
        </details>
      ) : (
        fields
      )}
    </div>
  )
}

/** In one line: what it is good for now, or why its models are missing from the list. */
function ProviderStatus({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(modelFailuresAtom)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  if (failure && statusKey(provider) === 'providers.status.ready') {
    return <p className="text-xs text-danger-ink">{errorText(t, failure.error).sentence}</p>
  }
  return <p className="text-xs text-muted">{t(statusKey(provider))}</p>
}

function statusKey(provider: ProviderState) {
  if (!provider.enabled) return 'providers.status.off'
  if (provider.kind === 'guide') return 'providers.status.guide'
  if (provider.kind === 'local') {
    return provider.found ? 'providers.status.found' : 'providers.status.notRunning'
  }
  return provider.needsKey && provider.keySource === 'none'
    ? 'providers.status.keyMissing'
    : 'providers.status.ready'
}
