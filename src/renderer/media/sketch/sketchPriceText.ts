import type { TFunction } from 'i18next'
import type { SketchPrice } from '../../../shared/media/sketch.ts'
import { formatMoney } from '../../ui/formatAmount.ts'

/** Returns the price of a picture or a second, in words; a price that nobody knows is never nothing. */
export function sketchPriceText(
  translate: TFunction,
  language: string,
  known: SketchPrice | null,
): string {
  if (!known) return translate('app.price.unknown')
  if (known.amount === 0) return translate('app.price.free')
  const price = formatMoney(language, known.amount, known.currency)
  return translate(
    known.unit === 'image' ? 'media.liveSketch.perImage' : 'media.liveSketch.perSecond',
    {
      price,
    },
  )
}
