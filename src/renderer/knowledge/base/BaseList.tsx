import { useSetAtom } from 'jotai'
import { FileInput, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { useNarrow } from '../../core/appearance/narrow.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { knowledgeViewAtom, newBaseOpenAtom } from '../knowledgeView.ts'
import { sourceCount } from './sourceCount.ts'

interface BaseListProps {
  bases: readonly Base[]
  shown: Base | undefined
}

/** Lists the bases: beside the open one, or in a narrow window as a choice above it. */
export function BaseList({ bases, shown }: BaseListProps): ReactNode {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const setView = useSetAtom(knowledgeViewAtom)
  const setNewBaseOpen = useSetAtom(newBaseOpenAtom)
  const title = t('knowledge.title')
  const buttons = (
    <div className="flex shrink-0">
      <IconButton
        size="small"
        label={t('knowledge.import')}
        icon={<FileInput aria-hidden className="size-4 rtl:-scale-x-100" />}
        onClick={() => attempt(api.knowledge.importBase({}))}
      />
      <IconButton
        size="small"
        label={t('knowledge.newBase.title')}
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => setNewBaseOpen(true)}
      />
    </div>
  )
  if (narrow) {
    return (
      <div className="flex shrink-0 items-center gap-2 bg-sunken px-4 py-2.5">
        <h1 className={shown ? 'sr-only' : 'min-w-0 grow font-semibold'}>{title}</h1>
        <div className={shown ? 'min-w-0 grow' : 'hidden'}>
          {shown && (
            <Select
              label={t('knowledge.bases')}
              value={shown.id}
              options={bases.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(baseId) => setView({ baseId })}
            />
          )}
        </div>
        {buttons}
      </div>
    )
  }
  return (
    <div className="flex w-56 shrink-0 flex-col bg-sunken px-3 pt-5 select-none">
      <div className="flex items-center justify-between pb-2 ps-2.5">
        <h1 className="text-base font-semibold">{title}</h1>
        {buttons}
      </div>
      <nav aria-label={t('knowledge.bases')} className="min-h-0 overflow-y-auto pb-3">
        <ul className="space-y-1">
          {bases.map((base) => (
            <li key={base.id}>
              <BaseButton
                base={base}
                isShown={base.id === shown?.id}
                onOpen={() => setView({ baseId: base.id })}
              />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

interface BaseButtonProps {
  base: Base
  isShown: boolean
  onOpen: () => void
}

function BaseButton({ base, isShown, onOpen }: BaseButtonProps): ReactNode {
  const { i18n } = useTranslation()
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      onClick={onOpen}
      className="pressable flex min-h-8 w-full items-center gap-2 rounded-lg px-2.5 text-start text-sm text-muted hover:bg-hover aria-[current]:bg-selected aria-[current]:text-ink"
    >
      <span dir="auto" className="own-direction min-w-0 grow truncate">
        {base.name}
      </span>
      <span className="text-xs text-muted tabular-nums">
        {formatNumber(i18n.language, sourceCount(base))}
      </span>
    </button>
  )
}
