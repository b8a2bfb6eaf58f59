import type { KeyState, ProviderState } from '../../../shared/providers.ts'
import type { CardField } from '../cardFields.ts'

/** The id of the key that every provider has room for. */
export const firstKeyId = 'first'
/** How many keys a provider can have; shared/providers.ts has the same bound. */
export const keysMaximum = 10

export interface KeyRow extends KeyState {
  /** Counted from 1, as the user sees it. */
  number: number
}

/** What a field for one of them is given. */
export interface KeyEditorProps {
  provider: ProviderState
  row: KeyRow
  /** Where the user gets a key. */
  keyUrl: string | null
  /** Set on the one that the focus goes to where a key is asked for. */
  field: CardField | undefined
  onRemoved: () => void
}

/** The keys to show, the first one also where it isn't set. */
export function keyRows(provider: Pick<ProviderState, 'keys' | 'keySource'>): KeyRow[] {
  const first = provider.keys.find(({ id }) => id === firstKeyId) ?? {
    id: firstKeyId,
    source: provider.keySource,
    withheldFor: null,
    condition: 'untried',
    until: null,
  }
  const further = provider.keys.filter(({ id }) => id !== firstKeyId)
  return [first, ...further].map((key, index) => ({ ...key, number: index + 1 }))
}

/** The key that most needs the user: one that was turned down, else an empty one, else the first. */
export function keyToMend(rows: readonly KeyRow[]): KeyRow | undefined {
  return (
    rows.find(({ condition }) => condition === 'refused') ??
    rows.find(({ condition }) => condition === 'denied' || condition === 'exhausted') ??
    rows.find(({ source }) => source === 'none') ??
    rows[0]
  )
}

/** Whether one more key makes sense: what there is is set, and there is room. */
export function canAddKey(rows: readonly KeyRow[]): boolean {
  return rows.length < keysMaximum && rows.every(({ source }) => source !== 'none')
}
