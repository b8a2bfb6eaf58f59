import { atom } from 'jotai'

/** The outputs that are selected, by id. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Output at which a range begins. */
  anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }
export const selectionAtom = atom(nothingSelected)

/** Returns the selection with one more output, or without it if it was selected. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Returns the selection with everything from its anchor to an output, in the gallery's order. */
export function extended(
  { ids, anchor }: Selection,
  to: string,
  order: readonly string[],
): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const end = order.indexOf(to)
  if (from < 0 || end < 0) return toggled({ ids, anchor }, to)
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1)
  return { ids: new Set([...ids, ...range]), anchor }
}

/** Returns the output next to some that go, which has the focus then; undefined if all go. */
export function neighbourOf(
  outputs: readonly { id: string }[],
  gone: ReadonlySet<string>,
): string | undefined {
  const stays = ({ id }: { id: string }): boolean => !gone.has(id)
  const first = outputs.findIndex((output) => !stays(output))
  return (outputs.slice(first).find(stays) ?? outputs.slice(0, first).findLast(stays))?.id
}
