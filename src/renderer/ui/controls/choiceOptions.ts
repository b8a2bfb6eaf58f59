import { visibleText } from '../visibleText.ts'

interface ChoiceField {
  required: boolean
  options: readonly { label: string }[]
}

/**
 * Returns the options of a field's Select, whose value is an option's index as text. `none` names
 * the choice of nothing, which a field that needs a value offers only until it has one.
 */
export function choiceOptions(
  { required, options }: ChoiceField,
  chosen: string,
  none: string,
): { value: string; label: string }[] {
  const shown = options.map(({ label }, index) => {
    return { value: String(index), label: visibleText(label) }
  })
  return required && chosen !== '' ? shown : [{ value: '', label: none }, ...shown]
}
