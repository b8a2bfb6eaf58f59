import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formatAmount.ts'
import { useTokenCount } from './useTokenCount.ts'
import type { CountedDraft } from './useTokenCount.ts'

/** From here on the window is about to be full. */
const fullFraction = 0.9

interface TokenCountProps extends CountedDraft {
  /** The model's context window, where that is known. */
  contextTokens: number | undefined
}

/** How much of the model's window the conversation takes with what is being written. */
export function TokenCount({ contextTokens, ...draft }: TokenCountProps): ReactNode {
  const { t, i18n } = useTranslation()
  const count = useTokenCount(draft)
  if (!count) return null
  const { tokens, exact } = count
  const number = formatNumber(i18n.language, tokens)
  const formatted = exact ? number : `≈ ${number}`
  const full = contextTokens !== undefined && tokens > contextTokens * fullFraction
  return (
    <p className={`truncate text-xs tabular-nums ${full ? 'text-danger-ink' : 'text-muted'}`}>
      {contextTokens === undefined
        ? t('chat.tokens.count', { count: tokens, formatted })
        : t('chat.tokens.ofWindow', {
            formatted,
            window: formatNumber(i18n.language, contextTokens),
          })}
    </p>
  )
}
