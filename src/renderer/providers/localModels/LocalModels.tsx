import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { modelsAtom } from '../../core/store.ts'
import { GetModel } from './GetModel.tsx'
import { LocalModelRow } from './LocalModelRow.tsx'
import { useFreshModels } from './useFreshModels.ts'

/** Shows a local server's models: size, which are in memory, and how to get more. */
export function LocalModels({ providerId }: { providerId: string }): ReactNode {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const all = useAtomValue(modelsAtom) ?? []
  const models = all.filter((model) => model.providerId === providerId)
  const { failure, refresh, follow } = useFreshModels()
  const isLoading = models.some(({ loadState }) => loadState === 'loading')
  useEffect(() => (isLoading ? follow() : undefined), [isLoading, follow])

  const onDeleted = async (): Promise<void> => {
    await refresh()
    // The focused row is gone.
    element.current?.querySelector<HTMLElement>('[data-field=modelName]')?.focus()
  }
  return (
    <div ref={element} className="space-y-3">
      {models.length > 0 ? (
        <ul aria-label={t('providers.localModels.title')} className="divide-y divide-line">
          {models.map((model) => (
            <LocalModelRow
              key={model.modelId}
              model={model}
              onUnloaded={() => void refresh()}
              onDeleted={() => void onDeleted()}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{t('providers.localModels.none')}</p>
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      <GetModel providerId={providerId} onFetched={refresh} />
    </div>
  )
}
