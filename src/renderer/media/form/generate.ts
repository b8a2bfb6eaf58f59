import { AppError } from '../../../shared/errors.ts'
import type { MediaJob } from '../../../shared/media/media.ts'
import type { FieldError, FormField } from '../../../shared/media/mediaForm.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { putJobs } from '../mediaJobs.ts'
import { readForm } from './fieldDraft.ts'
import type { FieldDrafts } from './fieldDraft.ts'

interface Wanted {
  model: ModelReference
  fields: readonly FormField[]
  drafts: FieldDrafts
  /** True if the user was asked about a price above the limit. */
  priceAccepted: boolean
}

export type Generated =
  | { job: MediaJob }
  | { errors: readonly FieldError[] }
  | { needsConsent: MediaPrice | null }

/** Starts one job with what the form holds. Errors: those of `media.create` that no field shows. */
export async function generate(wanted: Wanted): Promise<Generated> {
  const { fields, drafts, priceAccepted } = wanted
  const { providerId, modelId } = wanted.model
  const { values, errors } = readForm(fields, drafts)
  if (errors.length > 0) return { errors }
  const checked = await api.media.check({ providerId, modelId, values })
  if (checked.errors.length > 0) return checked
  const id = crypto.randomUUID()
  try {
    const job = await api.media.create({ id, providerId, modelId, values, priceAccepted })
    putJobs([job])
    return { job }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'fieldsInvalid') {
      return { errors: (await api.media.check({ providerId, modelId, values })).errors }
    }
    if (error.code !== 'priceTooHigh') throw error
    // The price shown may be that of older values.
    const { price } = await api.media.estimate({ providerId, modelId, values })
    return { needsConsent: price }
  }
}
