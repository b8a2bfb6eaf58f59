/**
 * The fields of a provider's row that can get the focus; `data-field` on the element, or on one
 * around it, names them.
 */
export const fieldNames = [
  'enabled',
  'key',
  'address',
  'region',
  'credentials',
  'modelName',
  'contextTokens',
  'keepAlive',
  'name',
  'api',
  'operation',
  'moderation',
  'extraModels',
  'headers',
  'query',
  'files',
] as const
export type FieldName = (typeof fieldNames)[number]

const controls = 'input:not([aria-hidden=true]), textarea, button, [role=switch]'

/** Returns the field's element; if the row has no such field, its first field. */
export function findField(row: HTMLElement, field: FieldName): HTMLElement | null {
  const found = row.querySelector<HTMLElement>(`[data-field=${field}]`)
  if (found?.matches(controls)) return found
  return (
    found?.querySelector<HTMLElement>(controls) ??
    row.querySelector<HTMLElement>('input[role=textbox], input[type=url], input[type=text]')
  )
}
