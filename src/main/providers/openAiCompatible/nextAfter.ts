/** A page of a list in OpenAI's dialect. */
interface ListPage {
  data: readonly { id: string }[]
  has_more?: boolean | null | undefined
  last_id?: string | null | undefined
}

/** Returns the id after which the next page of a list begins; null on the last page. */
export function nextAfter({ data, has_more: hasMore, last_id: lastId }: ListPage): string | null {
  return hasMore ? (lastId ?? data.at(-1)?.id ?? null) : null
}
