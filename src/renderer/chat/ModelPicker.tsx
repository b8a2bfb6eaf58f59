import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/providers.ts'
import { modelsAtom, providersAtom } from '../app/store.ts'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'
import type { SearchableGroup } from '../ui/SearchableSelect.tsx'
import { chooseModel, currentModelAtom, currentModelDetailsAtom } from './currentModel.ts'
import { attempt } from './failures.ts'

const buttonId = 'model-button'

export function openModelPicker(): void {
  document.getElementById(buttonId)?.click()
}

/** The current model's name, which opens the list of all models. */
export function ModelPicker(): ReactNode {
  const { t } = useTranslation()
  const current = useAtomValue(currentModelAtom)
  const details = useAtomValue(currentModelDetailsAtom)
  const groups = useModelGroups()
  const nameId = useId()
  const name = details?.name ?? current?.modelId ?? t('chat.model.none')
  return (
    <SearchableSelect
      trigger={
        <button
          type="button"
          id={buttonId}
          aria-labelledby={`${nameId} ${nameId}-model`}
          className="pressable flex h-8 min-w-0 items-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink"
        >
          <span id={nameId} hidden>
            {t('chat.model.button')}
          </span>
          {/* What is visible has to be in the name: WCAG 2.5.3. */}
          <span id={`${nameId}-model`} dir="auto" className="truncate">
            {name}
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0" />
        </button>
      }
      listLabel={t('chat.model.list')}
      searchLabel={t('chat.model.search')}
      emptyText={t('chat.model.notFound')}
      groups={groups}
      value={current && valueOf(current)}
      onSelect={(value) => {
        const [providerId, modelId] = JSON.parse(value) as [string, string]
        attempt(chooseModel({ providerId, modelId }))
      }}
    />
  )
}

function useModelGroups(): SearchableGroup[] {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  return useMemo(
    () =>
      (providers ?? []).map((provider) => ({
        label: provider.name,
        items: (models ?? [])
          .filter((model) => model.providerId === provider.id)
          .map((model) => ({
            value: valueOf(model),
            label: model.name,
            ...(model.local ? { description: t('chat.model.local') } : {}),
          })),
      })),
    [models, providers, t],
  )
}

function valueOf({ providerId, modelId }: ModelReference): string {
  return JSON.stringify([providerId, modelId])
}
