import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireError } from '../../../shared/errors.ts'
import type { Base, ChatKnowledge } from '../../../shared/knowledge/knowledge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { SwitchRow } from '../../ui/forms/SwitchRow.tsx'
import { openKnowledge } from '../knowledgeView.ts'

interface ChatBaseListProps {
  bases: readonly Base[]
  /** Undefined until it is known. */
  chosen: ChatKnowledge | undefined
  choose: (chosen: ChatKnowledge) => void
  failure: { error: WireError; at: number } | undefined
  /** Whether the model is known to call tools. */
  hasTools: boolean
  onLeave: () => void
}

/** Lists the bases with their switches, and when they are searched. */
export function ChatBaseList(props: ChatBaseListProps): ReactNode {
  const { bases, chosen, choose, failure, hasTools, onLeave } = props
  const { t } = useTranslation()
  const modes = [
    { value: 'always' as const, label: t('knowledge.chat.always') },
    { value: 'tool' as const, label: t('knowledge.chat.tool') },
  ]
  const isWithoutTools = chosen?.mode === 'tool' && !hasTools
  const toggle = (id: string, on: boolean): void => {
    if (!chosen) return
    const others = chosen.baseIds.filter((baseId) => baseId !== id)
    choose({ ...chosen, baseIds: on ? [...others, id] : others })
  }
  return (
    <>
      <h2 className="px-3.5 pt-3 pb-2 font-semibold">{t('knowledge.title')}</h2>
      {failure && (
        <div className="px-2 pb-2">
          <ErrorAlert error={failure.error} since={failure.at} />
        </div>
      )}
      {!chosen && !failure && <Skeleton className="mx-3.5 mb-3 h-8" />}
      <ul className="min-h-0 overflow-y-auto overscroll-contain px-1.5">
        {chosen &&
          bases.map((base) => (
            <BaseItem
              key={base.id}
              base={base}
              isOn={chosen.baseIds.includes(base.id)}
              onChange={(on) => toggle(base.id, on)}
            />
          ))}
      </ul>
      {chosen && (
        <div className="space-y-1.5 px-3.5 py-2">
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted">{t('knowledge.chat.search')}</span>
            <Select
              label={t('knowledge.chat.search')}
              value={chosen.mode}
              options={modes}
              onValueChange={(mode) => choose({ ...chosen, mode })}
            />
          </div>
          {isWithoutTools && (
            <p role="status" className="text-xs text-muted">
              {t('knowledge.chat.withoutTools')}
            </p>
          )}
        </div>
      )}
      <div className="border-t border-line p-1">
        <Button
          variant="quiet"
          size="small"
          className="w-full justify-start!"
          onClick={() => {
            onLeave()
            openKnowledge()
          }}
        >
          {t('knowledge.chat.manage')}
        </Button>
      </div>
    </>
  )
}

interface BaseItemProps {
  base: Base
  isOn: boolean
  onChange: (on: boolean) => void
}

function BaseItem({ base: { name, passages }, isOn, onChange }: BaseItemProps): ReactNode {
  const { t, i18n } = useTranslation()
  const formatted = formatNumber(i18n.language, passages)
  return (
    <SwitchRow
      title={name}
      detail={t('knowledge.facts.passages', { count: passages, formatted })}
      checked={isOn}
      onCheckedChange={onChange}
    />
  )
}
