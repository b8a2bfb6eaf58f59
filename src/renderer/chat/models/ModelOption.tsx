import { Combobox } from '@base-ui/react/combobox'
import { Brain, Check, FileText, Image, Mic, Monitor, Star, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProviderMark } from '../../core/models/ProviderMark.tsx'
import { formatTokens } from '../../ui/formatAmount.ts'
import { Tag } from '../../ui/layout/Tag.tsx'
import { toggleFavourite } from './toggleFavourite.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { CapabilityName } from './capabilities.ts'
import type { ModelRow } from './modelRows.ts'
import { retirementStage } from './retirementStage.ts'

const icons: Record<CapabilityName, LucideIcon> = {
  image: Image,
  pdf: FileText,
  audio: Mic,
  tools: Wrench,
  reasoning: Brain,
}

interface ModelOptionProps {
  row: ModelRow
  index: number
  count: number
}

export function ModelOption({ row, index, count }: ModelOptionProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { model, provider } = row
  const stage = retirementStage(model.retirement)
  return (
    <Combobox.Item
      value={row}
      index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className="group flex min-h-9 cursor-default items-center gap-2 rounded-lg px-2.5 py-1.5 outline-none select-none data-highlighted:bg-hover"
    >
      <ProviderMark providerId={model.providerId} />
      <span className="flex min-w-0 grow items-baseline gap-2">
        <span dir="auto" className={`truncate ${stage === 'retired' ? 'line-through' : ''}`}>
          {model.name}
        </span>
        {/* Screen readers do not announce the heading above with the option. */}
        <span className={row.key.startsWith('all') ? 'sr-only' : 'truncate text-xs text-muted'}>
          {provider}
        </span>
        {model.tunedFrom !== undefined && (
          <span className="truncate text-xs text-muted">
            {t('chat.model.tunedFrom', { base: model.tunedFrom })}
          </span>
        )}
        {stage && (
          <Tag tone={stage === 'retired' ? 'danger' : 'warning'}>
            {t(`chat.model.stage.${stage}`)}
          </Tag>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-1 text-muted">
        {model.local && (
          <Monitor role="img" aria-label={t('chat.model.local')} className="me-1 size-3.5" />
        )}
        {capabilitiesOf(model).map((name) => {
          const Icon = icons[name]
          return (
            <Icon
              key={name}
              role="img"
              aria-label={t(`chat.model.can.${name}`)}
              className="size-3.5"
            />
          )
        })}
      </span>
      {/* There without a number too, so that the icons of all rows end at one edge. */}
      <span className="w-11 shrink-0 text-end text-xs text-muted tabular-nums">
        {model.contextTokens !== undefined &&
          (model.contextIsMaximum ? '≤' : '') + formatTokens(i18n.language, model.contextTokens)}
      </span>
      <span className="flex w-10 shrink-0 items-center justify-end gap-1">
        {/* Only for the pointer, which would leave this row on its way to the star below. */}
        <span
          aria-hidden
          role="presentation"
          className={row.favourite ? 'text-muted' : 'text-muted opacity-0 group-hover:opacity-100'}
          onClick={(event) => {
            event.stopPropagation()
            toggleFavourite(model)
          }}
        >
          <Star className={row.favourite ? 'size-4 fill-current' : 'size-4'} />
        </span>
        <Combobox.ItemIndicator>
          <Check className="size-4 text-accent-ink" />
        </Combobox.ItemIndicator>
      </span>
    </Combobox.Item>
  )
}
