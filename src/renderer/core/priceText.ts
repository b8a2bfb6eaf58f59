import type { TFunction } from 'i18next'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import { formatMoney } from '../ui/formatAmount.ts'

/** Returns what something costs, in words; a price that nobody knows is never nothing. */
export function priceText(
  translate: TFunction,
  language: string,
  { price, estimate }: { price: MediaPrice | null; estimate: MediaPrice | null },
): string {
  const known = price ?? estimate
  if (!known) return translate('app.price.unknown')
  if (known.amount === 0) return translate('app.price.free')
  const amount = formatMoney(language, known.amount, known.currency)
  return price ? amount : translate('app.price.about', { price: amount })
}
