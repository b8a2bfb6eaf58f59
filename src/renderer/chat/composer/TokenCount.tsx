import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { useTokenCount } from './useTokenCount.ts'
import type { CountedDraft } from './useTokenCount.ts'

/** The share of the window from which on the count warns that it is almost full. */
const fullFraction = 0.9

interface TokenCountProps extends CountedDraft {
  /** The size of the model's context window, if known. */
  contextTokens: number | undefined
}

/** Shows which share of the model's context window the conversation takes, draft included. */
export function TokenCount({ contextTokens, ...draft }: TokenCountProps): ReactNode {
  const { t, i18n } = useTranslation()
  const count = useTokenCount(draft)
  if (!count) return null
  const { tokens, exact } = count
  const number = formatNumber(i18n.language, tokens)
  const formatted = exact ? number : `≈ ${number}`
  const full = contextTokens !== undefined && tokens > contextTokens * fullFraction
  return (
    <p
      className={classNames(
        'truncate text-xs tabular-nums',
        // A narrow composer has room for it only where it matters.
        full ? 'text-danger-ink' : 'text-muted @max-lg:sr-only',
      )}
    >
      {contextTokens === undefined
        ? t('chat.tokens.count', { count: tokens, formatted })
        : t('chat.tokens.ofWindow', {
            formatted,
            window: formatNumber(i18n.language, contextTokens),
          })}
    </p>
  )
}
