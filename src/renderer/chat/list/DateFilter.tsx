import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../ui/layers/Menu.tsx'
import { MenuRadioGroup } from '../../ui/layers/MenuRadioGroup.tsx'
import { formatDay } from '../../ui/formatAmount.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { any, FilterChip, type FilterProps } from './FilterChip.tsx'

const lasts = { today: 1, week: 7, month: 30 } as const
type Choice = typeof any | keyof typeof lasts | 'between'

/** Shows the chip that chooses the days of the messages. */
export function DateChip({ filters, onChange }: FilterProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { time } = filters
  const choice = choiceOf(filters)
  const name = t('chat.search.date.title')
  const dayOf = (day: string | null): string => (day === null ? '…' : formatDay(i18n.language, day))
  const chosen =
    time?.kind === 'between' && (time.first ?? time.last) !== null
      ? `${dayOf(time.first)} – ${dayOf(time.last)}`
      : choice === any
        ? undefined
        : t(`chat.search.date.${choice}`)
  return (
    <Menu trigger={<FilterChip name={name} chosen={chosen} />}>
      <MenuRadioGroup<Choice>
        label={name}
        value={choice}
        options={[
          { value: any, label: t('chat.search.date.any') },
          { value: 'today', label: t('chat.search.date.today') },
          { value: 'week', label: t('chat.search.date.week') },
          { value: 'month', label: t('chat.search.date.month') },
          { value: 'between', label: t('chat.search.date.between') },
        ]}
        onValueChange={(value) => onChange({ ...filters, time: timeOf(value) })}
      />
    </Menu>
  )
}

function choiceOf({ time }: FilterProps['filters']): Choice {
  if (!time) return any
  if (time.kind === 'between') return 'between'
  return time.days === 1 ? 'today' : time.days === 7 ? 'week' : 'month'
}

function timeOf(choice: Choice): FilterProps['filters']['time'] {
  if (choice === any) return null
  if (choice === 'between') return { kind: 'between', first: null, last: null }
  return { kind: 'last', days: lasts[choice] }
}

/** Shows the fields of the user's own range of days. */
export function DateRange({ filters, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation()
  const { time } = filters
  if (time?.kind !== 'between') return null
  const field = (end: 'first' | 'last'): ReactNode => (
    <TextField
      type="date"
      label={t(`chat.search.date.${end}`)}
      value={time[end] ?? ''}
      // A calendar of four digits: a longer year can't be kept.
      min="1970-01-01"
      max="9999-12-31"
      onChange={({ target }) => {
        if (target.validity.valid) {
          onChange({ ...filters, time: { ...time, [end]: target.value || null } })
        }
      }}
    />
  )
  return (
    <div className="flex flex-wrap gap-2 px-2.5">
      {field('first')}
      {field('last')}
    </div>
  )
}
