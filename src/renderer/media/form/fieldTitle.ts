import type { TFunction } from 'i18next'
import type { FormField } from '../../../shared/mediaForm.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** Returns a field's name: the model's own, or in the user's language where the meaning is known. */
export function fieldTitle(translate: TFunction, { role, title }: FormField): string {
  return role === null ? visibleText(title) : translate(`media.roles.${role}`)
}
