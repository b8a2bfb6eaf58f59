import type { TFunction } from 'i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { formatDollars, formatTokens } from '../../ui/formatAmount.ts'

/** Returns what embeddings cost, such as `1.2M tokens, $0.02`. */
export function costText(
  t: TFunction,
  language: string,
  { tokens, dollars }: Base['spent'],
): string {
  const amount = t('knowledge.cost.tokens', {
    count: tokens,
    tokens: formatTokens(language, tokens),
  })
  if (tokens === 0) return t('knowledge.cost.nothing')
  if (dollars === null) return t('knowledge.cost.unpriced', { amount })
  if (dollars === 0) return t('knowledge.cost.free', { amount })
  const price = formatDollars(language, dollars, { maximumSignificantDigits: 2 })
  return t('knowledge.cost.priced', { amount, price })
}
