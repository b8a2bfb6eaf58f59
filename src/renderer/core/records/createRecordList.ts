import { atom, type PrimitiveAtom } from 'jotai'
import { toWire, type WireError } from '../../../shared/errors.ts'
import { store } from '../store.ts'

/** A feature of main that lists records, and tells of each change. */
interface RecordFeature<Value> {
  list: (input: Record<string, never>) => Promise<readonly Value[]>
  changed: (listener: (changed: readonly Value[]) => void) => unknown
  removed: (listener: (removed: { id: string }) => void) => unknown
}

/** The last failed request for a list; `at` is in milliseconds. */
export interface ListFailure {
  error: WireError
  at: number
}

/** The records of a feature as the page shows them. */
export interface RecordList<Value> {
  /** Undefined until main's first answer. */
  recordsAtom: PrimitiveAtom<readonly Value[] | undefined>
  failureAtom: PrimitiveAtom<ListFailure | undefined>
  /** Loads the list, and keeps it up to date from the first call on. */
  load: () => Promise<void>
  /** Shows a record's new state: main's event follows, and until then the old one would show. */
  put: (record: Value) => void
  take: (id: string) => void
}

/** Creates the list of a feature's records. A new one comes at the end that is named. */
export function createRecordList<Value extends { id: string }>(
  feature: RecordFeature<Value>,
  newAt: 'start' | 'end',
): RecordList<Value> {
  const recordsAtom = atom<readonly Value[] | undefined>(undefined)
  const failureAtom = atom<ListFailure | undefined>(undefined)
  let isFollowing = false

  function put(record: Value): void {
    store.set(recordsAtom, (known = []) => {
      if (known.some(({ id }) => id === record.id)) {
        return known.map((one) => (one.id === record.id ? record : one))
      }
      return newAt === 'start' ? [record, ...known] : [...known, record]
    })
  }

  function take(removedId: string): void {
    store.set(recordsAtom, (known) => known?.filter(({ id }) => id !== removedId))
  }

  async function load(): Promise<void> {
    if (!isFollowing) {
      isFollowing = true
      feature.changed((changed) => changed.forEach(put))
      feature.removed(({ id }) => take(id))
    }
    try {
      store.set(recordsAtom, await feature.list({}))
      store.set(failureAtom, undefined)
    } catch (error) {
      store.set(failureAtom, { error: toWire(error), at: Date.now() })
      store.set(recordsAtom, (known) => known ?? [])
    }
  }

  return { recordsAtom, failureAtom, load, put, take }
}
