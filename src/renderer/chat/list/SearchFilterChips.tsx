import { useAtomValue } from 'jotai'
import { Paperclip, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import { assistantList } from '../../assistantProfiles/assistants.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { modelKey, modelsAtom, providersAtom, sameModel } from '../../core/store.ts'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { Menu } from '../../ui/layers/Menu.tsx'
import { MenuRadioGroup } from '../../ui/layers/MenuRadioGroup.tsx'
import { Chip } from '../../ui/layout/Chip.tsx'
import { DateChip, DateRange } from './DateFilter.tsx'
import { any, FilterChip, type FilterProps } from './FilterChip.tsx'
import { hasFilters, noFilters } from './searchState.ts'

/** Shows what messages are searched, as a row of chips with menus. */
export function SearchFilterChips(props: FilterProps): ReactNode {
  const { filters, onChange } = props
  const { t } = useTranslation()
  return (
    <>
      <div
        role="group"
        aria-label={t('chat.search.filters')}
        className="flex flex-wrap gap-1 px-2.5"
      >
        <FromChip {...props} />
        <DateChip {...props} />
        <ModelChip {...props} />
        <AssistantChip {...props} />
        <Chip
          size="small"
          pressed={filters.hasFile}
          onClick={() => onChange({ ...filters, hasFile: !filters.hasFile })}
        >
          <Paperclip aria-hidden className="size-3.5" />
          {t('chat.search.hasFile')}
        </Chip>
        {hasFilters(filters) && (
          <Chip size="small" onClick={() => onChange(noFilters)}>
            <X aria-hidden className="size-3.5" />
            {t('chat.search.noFilters')}
          </Chip>
        )}
      </div>
      <DateRange {...props} />
    </>
  )
}

function FromChip({ filters, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation()
  const { from } = filters
  const name = t('chat.search.from.title')
  return (
    <Menu
      trigger={
        <FilterChip
          name={name}
          chosen={from === null ? undefined : t(`chat.search.from.${from}`)}
        />
      }
    >
      <MenuRadioGroup<'user' | 'assistant' | typeof any>
        label={name}
        value={from ?? any}
        options={[
          { value: any, label: t('chat.search.from.any') },
          { value: 'user', label: t('chat.search.from.user') },
          { value: 'assistant', label: t('chat.search.from.assistant') },
        ]}
        onValueChange={(value) => {
          // The user's messages have no model.
          const model = value === 'user' ? null : filters.model
          onChange({ ...filters, model, from: value === any ? null : value })
        }}
      />
    </Menu>
  )
}

function ModelChip({ filters, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation()
  const [used, setUsed] = useState<readonly ModelReference[]>([])
  const listed = useAtomValue(modelsAtom) ?? []
  const providers = useAtomValue(providersAtom) ?? []
  useEffect(() => attempt(api.chat.searchModels({}).then(setUsed)), [])
  const { model } = filters
  const models = model && !used.some((one) => sameModel(one, model)) ? [...used, model] : used
  const nameOf = (one: ModelReference): string =>
    listed.find((each) => sameModel(each, one))?.name ?? one.modelId
  const name = t('chat.search.model')
  return (
    <SearchableSelect
      trigger={<FilterChip name={name} chosen={model ? nameOf(model) : undefined} />}
      listLabel={name}
      searchLabel={t('chat.model.search')}
      emptyText={t('chat.model.notFound')}
      groups={[
        { label: '', items: [{ value: any, label: t('chat.search.anyModel') }] },
        {
          label: name,
          items: models.map((one) => ({
            value: modelKey(one),
            label: nameOf(one),
            description: providers.find(({ id }) => id === one.providerId)?.name ?? one.providerId,
          })),
        },
      ]}
      value={model ? modelKey(model) : any}
      onSelect={(key) => {
        const chosen = models.find((one) => modelKey(one) === key)
        const from = chosen && filters.from === 'user' ? null : filters.from
        onChange({
          ...filters,
          from,
          model: chosen ? { providerId: chosen.providerId, modelId: chosen.modelId } : null,
        })
      }}
    />
  )
}

/** Shows nothing as long as the user has no assistant. */
function AssistantChip({ filters, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation()
  const assistants = useAtomValue(assistantList.recordsAtom) ?? []
  useEffect(() => void assistantList.load(), [])
  const { assistantId } = filters
  if (assistants.length === 0 && assistantId === null) return null
  const name = t('chat.search.assistant')
  const chosen = assistants.find(({ id }) => id === assistantId)
  return (
    <SearchableSelect
      trigger={
        <FilterChip
          name={name}
          chosen={assistantId === null ? undefined : (chosen?.name ?? t('chat.search.gone'))}
        />
      }
      listLabel={name}
      searchLabel={t('chat.search.findAssistant')}
      emptyText={t('chat.search.count', { count: 0 })}
      groups={[
        { label: '', items: [{ value: any, label: t('chat.search.anyAssistant') }] },
        { label: name, items: assistants.map((one) => ({ value: one.id, label: one.name })) },
      ]}
      value={assistantId ?? any}
      onSelect={(id) => onChange({ ...filters, assistantId: id === any ? null : id })}
    />
  )
}
