import type { TFunction } from 'i18next'
import type { FieldError, FormField } from '../../../shared/mediaForm.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** Returns what is wrong with a field: the service's own words, or a sentence. */
export function fieldErrorText(
  translate: TFunction,
  field: FormField | undefined,
  { reason, message }: FieldError,
): string {
  if (message !== '') return visibleText(message)
  const number = field?.type === 'number' ? field : undefined
  const [minimum, maximum] = [number?.minimum ?? null, number?.maximum ?? null]
  if (reason === 'range' && minimum !== null && maximum !== null) {
    return translate('media.form.between', { minimum, maximum })
  }
  return translate(`media.form.reasons.${reason}`)
}
