import type { TFunction } from 'i18next'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import type { SpendingSum } from '../../shared/spending.ts'
import { formatMoney } from '../ui/formatAmount.ts'
import { formatCost } from './formatCost.ts'

/**
 * Returns a sum in words, such as `About $1.20`. Amounts that nobody knows make it a least amount,
 * or unknown.
 */
export function spendingText(
  translate: TFunction,
  language: string,
  { amounts, estimated, unknown }: SpendingSum,
): string {
  const paid = amounts.filter(({ amount }) => amount > 0)
  if (paid.length === 0) return translate(unknown > 0 ? 'app.price.unknown' : 'app.price.free')
  const price = paid.map((amount) => amountText(language, amount)).join(' + ')
  if (unknown > 0) {
    return translate(estimated > 0 ? 'app.price.atLeastAbout' : 'app.price.atLeast', { price })
  }
  return estimated > 0 ? translate('app.price.about', { price }) : price
}

/** Returns an amount with as many digits as small amounts need. */
export function amountText(language: string, { amount, currency }: MediaPrice): string {
  return currency === 'USD' ? formatCost(language, amount) : formatMoney(language, amount, currency)
}
