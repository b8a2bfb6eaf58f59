/** What of a card the focus can be sent to; the element, or one around it, has it as `data-field`. */
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

/** The field's element; the first field of the card where it has none of that kind. */
export function findField(card: HTMLElement, field: CardField): HTMLElement | null {
  const found = card.querySelector<HTMLElement>(`[data-field=${field}]`)
  if (found?.matches(controls)) return found
  return (
    found?.querySelector<HTMLElement>(controls) ??
    card.querySelector<HTMLElement>('input[role=textbox], input[type=url], input[type=text]')
  )
}
