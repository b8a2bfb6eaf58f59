/**
 * The fields of a card that can get the focus; `data-field` on the element, or on one around it,
 * names them.
 */
export const cardFields = [
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
] as const
export type CardField = (typeof cardFields)[number]

const controls = 'input, textarea, button'

/** Returns the field's element; if the card has no such field, its first field. */
export function findField(card: HTMLElement, field: CardField): HTMLElement | null {
  const found = card.querySelector<HTMLElement>(`[data-field=${field}]`)
  if (found?.matches(controls)) return found
  return (
    found?.querySelector<HTMLElement>(controls) ??
    card.querySelector<HTMLElement>('input[role=textbox], input[type=url], input[type=text]')
  )
}
