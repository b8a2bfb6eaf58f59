import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { settingsTargetAtom } from '../core/settingsTarget.ts'
import { loadFailureAtom, providersAtom, refreshProviders } from '../core/store.ts'
import { Alert } from '../ui/status/Alert.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { AddProvider } from './AddProvider.tsx'
import { fieldNames } from './fieldNames.ts'
import type { FieldName } from './fieldNames.ts'
import { LeftThreads } from './files/LeftThreads.tsx'
import type { ModelUse } from './orderByUse.ts'
import { ProviderList } from './ProviderList.tsx'
import { useKeychainAvailable } from './useKeychainAvailable.ts'
import { usePresets } from './usePresets.ts'

/** Shows every provider, and the button for adding one. */
export function ProviderSettings({ use }: { use: ModelUse }): ReactNode {
  const { t } = useTranslation()
  const providers = useAtomValue(providersAtom)
  const loadFailure = useAtomValue(loadFailureAtom)
  const presets = usePresets()
  const keychainAvailable = useKeychainAvailable()
  const addButton = useRef<HTMLButtonElement>(null)
  const [addedId, setAddedId] = useState<string>()
  const [target, setTarget] = useAtom(settingsTargetAtom)
  const wantedOf = (id: string): FieldName | undefined => {
    if (id === addedId) return 'key'
    if (id !== target.providerId) return undefined
    return fieldNames.find((field) => field === target.field) ?? 'key'
  }
  const onReached = useCallback(() => {
    setAddedId(undefined)
    setTarget({ section: 'providers' })
  }, [setTarget])
  if (providers === undefined) return <Skeleton className="h-40 w-full" />
  const running = providers.filter(({ kind, found }) => kind === 'local' && found)
  return (
    <div className="space-y-5">
      {loadFailure && (
        <ErrorAlert
          error={loadFailure.error}
          since={loadFailure.at}
          onAction={() => void refreshProviders(api)}
        />
      )}
      {!keychainAvailable && <Alert tone="note">{t('providers.keychainMissing')}</Alert>}
      <LeftThreads />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-60 flex-1 text-sm text-pretty text-muted">{t('providers.intro')}</p>
        <AddProvider button={addButton} presets={presets} onAdded={setAddedId} />
      </div>
      <ProviderList
        providers={providers}
        presets={presets}
        use={use}
        wantedOf={wantedOf}
        onReached={onReached}
        onRemoved={() => addButton.current?.focus()}
      />
      <p role="status" className="sr-only">
        {t('providers.local.found', { count: running.length })}
      </p>
    </div>
  )
}
