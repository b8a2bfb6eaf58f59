import type { KeyState, ProviderState } from '../../../shared/providers.ts'
import type { FieldName } from '../fieldNames.ts'
import { maxKeys } from '../../../shared/limits.ts'

/** The id of the key that every provider has. */
export const firstKeyId = 'first'

export interface KeyRow extends KeyState {
  /** Counted from 1, as the user sees it. */
  number: number
}

/** The props of a field for one key. */
export interface KeyEditorProps {
  provider: ProviderState
  row: KeyRow
  /** The page where the user gets a key. */
  keyUrl: string | null
  /** Set on the field that gets the focus when a key is needed. */
  field: FieldName | undefined
  onRemoved: () => void
}

/** Returns the keys to show, including the first if it is not set. */
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

/** Returns the key that needs the user most: a refused one, else an empty one, else the first. */
export function keyToMend(rows: readonly KeyRow[]): KeyRow | undefined {
  return (
    rows.find(({ condition }) => condition === 'refused') ??
    rows.find(({ condition }) => condition === 'denied' || condition === 'exhausted') ??
    rows.find(({ source }) => source === 'none') ??
    rows[0]
  )
}

/** Tells whether another key can be added: all are set, and there is room. */
export function canAddKey(rows: readonly KeyRow[]): boolean {
  return rows.length < maxKeys && rows.every(({ source }) => source !== 'none')
}
