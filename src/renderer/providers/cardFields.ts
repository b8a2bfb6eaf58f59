/** What of a card the focus can be sent to; the element has it as `data-field`. */
export type CardField = 'key' | 'address' | 'region' | 'extraModels' | 'modelName'

/** The field's element; the first field of the card where it has none of that kind. */
export function findField(card: HTMLElement, field: CardField): HTMLElement | null {
  return (
    card.querySelector<HTMLElement>(`[data-field=${field}]`) ??
    card.querySelector<HTMLElement>('input[role=textbox], input[type=url], input[type=text]')
  )
}
