import i18next, { type TFunction } from 'i18next'
import { maxMediaInputBytes } from '../../../shared/limits.ts'
import type { FieldError, FormField } from '../../../shared/media/mediaForm.ts'
import { formatBytes } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { titleOfName } from './fieldTitle.ts'

/** Returns what is wrong with a field: the service's own words, or a sentence. */
export function fieldErrorText(
  translate: TFunction,
  field: FormField | undefined,
  { name, reason, message }: FieldError,
): string {
  if (message !== '') return visibleText(message)
  const number = field?.type === 'number' ? field : undefined
  const [minimum, maximum] = [number?.minimum ?? null, number?.maximum ?? null]
  if (reason === 'range' && minimum !== null && maximum !== null) {
    return translate('media.form.between', { minimum, maximum })
  }
  if (reason === 'fileSize') {
    const { bytesMaximum = maxMediaInputBytes } = field?.type === 'file' ? field : {}
    return translate('media.form.reasons.fileSize', {
      size: formatBytes(i18next.language, bytesMaximum),
    })
  }
  if (reason === 'gone')
    return translate('media.form.reasons.gone', { name: titleOfName(translate, name) })
  return translate(`media.form.reasons.${reason}`)
}
