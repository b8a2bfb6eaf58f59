import type { AppError } from '../../../shared/errors.ts'
import type { FieldError, FormField } from '../../../shared/media/mediaForm.ts'
import { NoResult, NotAccepted } from '../mediaProvider.ts'

/**
 * Returns a refusal with the service's words at the field of the form that it names, such as `size`,
 * `image[0]` or `image[]`. One that names none, or another, stays as it is.
 */
export function atItsField(refusal: NoResult, fields: readonly FormField[]): NoResult {
  const { reason, fieldErrors, price } = refusal
  const name = fieldNameOf(reason, fields)
  if (name === undefined || fieldErrors.length > 0) return refusal
  const message = reason.details.answer ?? ''
  const error: FieldError = { name, reason: 'service', message }
  if (message === '') return refusal
  return refusal instanceof NotAccepted
    ? new NotAccepted(reason, [error], price)
    : new NoResult(reason, [error], price)
}

function fieldNameOf(
  { details: { field = '' } }: AppError,
  fields: readonly FormField[],
): string | undefined {
  const named = field.split(/[[.]/)[0] ?? ''
  const known = fields.find(({ name }) => name === named)
  if (known) return known.name
  // Two numbers of a request are one field of the form; pictures are named in the plural in JSON.
  if (named === 'width' || named === 'height')
    return fields.find(({ type }) => type === 'size')?.name
  if (named === 'images') return fields.find(({ role }) => role === 'image')?.name
  return undefined
}
