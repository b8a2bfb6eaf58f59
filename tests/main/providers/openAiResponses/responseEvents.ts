/** An event of a Responses stream. */
export interface Event {
  type: string
  [field: string]: unknown
}

/** Returns the events as the service sends them. */
export function toBytes(events: readonly Event[]): Uint8Array[] {
  return events.map((event) =>
    new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  )
}

export const created: Event = { type: 'response.created', response: { id: 'resp_1' } }

export const end = (fields: object = {}): Event => ({
  type: 'response.completed',
  response: { id: 'resp_1', status: 'completed', output: [], ...fields },
})

export const delta = (text: string, index = 0): Event => ({
  type: 'response.output_text.delta',
  item_id: `msg_${String(index)}`,
  output_index: index,
  content_index: 0,
  delta: text,
})

export const done = (index: number, item: object): Event => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
})

/** Returns a stream in which each item comes whole and the end repeats them all. */
export const itemStream = (...items: readonly object[]): Event[] => [
  created,
  ...items.map((item, index) => done(index, item)),
  end({ output: items }),
]
