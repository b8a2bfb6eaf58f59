import type { TFunction } from 'i18next'
import type { MediaJob } from '../../../shared/media/media.ts'
import { priceText } from '../../core/priceText.ts'

/**
 * Returns what a job costs, in words. One that has failed has cost what the service counted, never
 * what was expected: nothing is returned if it counted nothing.
 */
export function jobPrice(
  translate: TFunction,
  language: string,
  job: Pick<MediaJob, 'state' | 'price' | 'estimate'>,
): string[] {
  if (job.state === 'failed' && job.price === null) return []
  return [priceText(translate, language, job)]
}
