import type { MediaJob } from '../../../shared/media/media.ts'
import type { FieldError, FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { sameModel } from '../../core/store.ts'

interface FilledForm {
  model: ModelReference
  fields: readonly FormField[]
  values: FormValues
}

/**
 * Returns what services have refused of the values that a form holds now: of the failed jobs of its
 * model, the latest error of each field whose value is still the same.
 */
export function jobErrors(
  jobs: readonly MediaJob[],
  { model, fields, values }: FilledForm,
): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const { state, values: sent, fieldErrors, ...job } of jobs) {
    if (state !== 'failed' || !sameModel(job, model)) continue
    for (const error of fieldErrors) {
      const { name, reason } = error
      const isShown = reason === 'service' && fields.some((field) => field.name === name)
      if (isShown && JSON.stringify(sent[name]) === JSON.stringify(values[name])) {
        errors.set(name, error)
      }
    }
  }
  return [...errors.values()]
}
