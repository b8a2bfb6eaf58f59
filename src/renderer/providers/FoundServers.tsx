import { useAtomValue } from 'jotai'
import { ArrowRight, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model, ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { modelFailuresAtom, modelsAtom, providersAtom, refreshProviders } from '../core/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Spinner } from '../ui/status/Spinner.tsx'
import { whenSettled } from '../ui/whenIdle.ts'
import { KeyField } from './keys/KeyField.tsx'
import { keyRows } from './keys/keyRows.ts'
import { isAboutKey, useFailureStatus } from './useFailureStatus.ts'
import { useLocalWatch } from './useLocalWatch.ts'
import { useTask } from '../core/useTask.ts'

interface FoundServersProps {
  onUseModel: (model: ModelReference) => void
  onAskHow: () => void
}

/** Searches this machine for model servers and offers those it finds. */
export function FoundServers({ onUseModel, onAskHow }: FoundServersProps): ReactNode {
  const { t } = useTranslation()
  const { running, failure, run } = useTask()
  const providers = useAtomValue(providersAtom) ?? []
  const models = useAtomValue(modelsAtom) ?? []
  const found = providers.filter(({ kind, found }) => kind === 'local' && found)
  const look = useCallback(
    () =>
      void run(async () => {
        await api.providers.discover({})
        await refreshProviders(api)
      }),
    [run],
  )
  // The search keeps main and the page busy, and so does its spinner: first comes the window.
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    void whenSettled().then(() => {
      setWaiting(false)
      look()
    })
  }, [look])
  useLocalWatch()

  const looking = (isWaiting || running) && found.length === 0
  return (
    // The room of the line and of one server, or of the buttons: the cards below must not move.
    <div className="min-h-19 space-y-2">
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        {looking && <Spinner still={isWaiting} />}
        {looking && t('providers.local.looking')}
        {!looking && found.length === 0 && t('providers.first.local.none')}
        {found.length > 0 && t('providers.local.found', { count: found.length })}
      </p>
      {found.map((server) => (
        <FoundServer
          key={server.id}
          server={server}
          models={models.filter((model) => model.providerId === server.id)}
          onUseModel={onUseModel}
        />
      ))}
      {!looking && (found.length === 0 || failure) && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={running}
            icon={<RefreshCw aria-hidden className="size-4" />}
            onClick={look}
          >
            {t('providers.local.lookAgain')}
          </Button>
          <Button size="small" variant="quiet" onClick={onAskHow}>
            {t('providers.first.local.how')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface FoundServerProps {
  server: ProviderState
  models: readonly Model[]
  onUseModel: (model: ModelReference) => void
}

function FoundServer({ server, models, onUseModel }: FoundServerProps): ReactNode {
  const { t } = useTranslation()
  const serverNote = (): string => {
    if (cause) return t(`providers.status.${cause}`)
    if (failure) return errorText(t, failure.error).sentence
    return t('providers.models', { count: models.length })
  }
  const failures = useAtomValue(modelFailuresAtom)
  const failure = failures.find(({ providerId }) => providerId === server.id)
  const cause = useFailureStatus(server)
  const [first] = models
  const [row] = keyRows(server)
  if (isAboutKey(cause) && row) {
    return (
      <div className="space-y-2 rounded-xl bg-sunken px-3.5 py-3">
        <p className="text-sm">
          <bdi className="font-medium">{server.name}</bdi>{' '}
          <span className="text-muted">{t(`providers.status.${cause}`)}</span>
        </p>
        <KeyField
          label={t('providers.key.label')}
          provider={server}
          row={row}
          keyUrl={null}
          field="key"
          onRemoved={() => undefined}
        />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl bg-sunken py-2 ps-3.5 pe-2">
      <p className="flex items-center gap-2 text-sm">
        {cause === 'loading' && <Spinner />}
        <span>
          <bdi className="font-medium">{server.name}</bdi>{' '}
          <span className="text-muted">{serverNote()}</span>
        </span>
      </p>
      <Button
        size="small"
        variant="primary"
        disabled={!first}
        onClick={() => {
          if (first) onUseModel({ providerId: first.providerId, modelId: first.modelId })
        }}
      >
        {t('providers.first.local.use', { name: server.name })}
        <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
    </div>
  )
}
