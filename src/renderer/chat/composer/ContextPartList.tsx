import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames.ts'
import { formatNumber, formatPercentage } from '../../ui/formatAmount.ts'
import type { ContextParts } from './useTokenCount.ts'

/** In the order in which a request carries them. Neighbours differ in shade. */
const shades: Record<keyof ContextParts, string> = {
  instructions: 'bg-accent-strong',
  tools: 'bg-accent/60',
  messages: 'bg-accent',
  files: 'bg-warning',
  passages: 'bg-warning/50',
  draft: 'bg-ink/60',
}
const order = ['instructions', 'tools', 'messages', 'files', 'passages', 'draft'] as const

interface ContextPartListProps {
  parts: ContextParts
  /** Tokens of all parts. */
  tokens: number
  /** The size of the model's context window, if known. */
  contextTokens: number | undefined
}

/** Shows what the next request consists of, as a bar and in numbers, and the room that is left. */
export function ContextPartList({ parts, tokens, contextTokens }: ContextPartListProps): ReactNode {
  const { t, i18n } = useTranslation()
  const whole = Math.max(1, tokens, contextTokens ?? 0)
  const present = order.filter((part) => parts[part] > 0)
  const left = contextTokens === undefined ? undefined : contextTokens - tokens
  const amount = (value: number): string => formatNumber(i18n.language, value)
  const share = (value: number): string => {
    const fraction = value / whole
    // A part that is there is not 0 %.
    return formatPercentage(i18n.language, fraction, fraction < 0.001 ? 2 : 1)
  }
  return (
    <>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-control-strong">
        {present.map((part) => (
          <span
            key={part}
            className={classNames('min-w-0.5 forced-color-adjust-none', shades[part])}
            style={{ width: `${String((parts[part] / whole) * 100)}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-[1fr_auto_auto] gap-x-3 gap-y-1 tabular-nums">
        {present.map((part) => (
          <Row
            key={part}
            shade={shades[part]}
            label={t(`chat.tokens.parts.${part}`)}
            amount={amount(parts[part])}
            share={share(parts[part])}
          />
        ))}
        {left !== undefined && left >= 0 && (
          <Row
            shade="bg-control-strong"
            label={t('chat.tokens.parts.answer')}
            amount={amount(left)}
            share={share(left)}
          />
        )}
      </dl>
      {left !== undefined && left < 0 && (
        <p className="text-pretty text-danger-ink">
          {t('chat.tokens.over', { count: -left, formatted: amount(-left) })}
        </p>
      )}
    </>
  )
}

interface RowProps {
  /** Class of the swatch that stands for the part in the bar. */
  shade: string
  label: string
  amount: string
  share: string
}

function Row({ shade, label, amount, share }: RowProps): ReactNode {
  return (
    <div className="col-span-3 grid grid-cols-subgrid items-baseline">
      <dt className="flex min-w-0 items-baseline gap-2">
        <span
          aria-hidden
          className={classNames('size-2.5 shrink-0 rounded-sm forced-color-adjust-none', shade)}
        />
        {label}
      </dt>
      <dd className="text-end">{amount}</dd>
      <dd className="min-w-11 text-end text-muted">{share}</dd>
    </div>
  )
}
