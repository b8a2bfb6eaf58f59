import type { FieldError, FormField } from '../../../shared/media/mediaForm.ts'
import type { FieldDraft } from './fieldDraft.ts'

/** Props of a field's control. */
export interface FieldControlProps<Type extends FormField['type'] = FormField['type']> {
  field: Extract<FormField, { type: Type }>
  draft: FieldDraft
  error: FieldError | undefined
}
