import type { TFunction } from 'i18next'
import type { SketchPrice } from '../../../shared/media/sketch.ts'
import { priceText } from '../../core/priceText.ts'

/** Returns the price of a picture or a second, in words. */
export function sketchPriceText(
  translate: TFunction,
  language: string,
  known: SketchPrice | null,
): string {
  const price = priceText(translate, language, { price: known, estimate: null })
  if (!known || known.amount === 0) return price
  const key = known.unit === 'image' ? 'media.liveSketch.perImage' : 'media.liveSketch.perSecond'
  return translate(key, { price })
}
