import { atom } from 'jotai'
import type { WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'
import type { Base } from '../../shared/knowledge/knowledge.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'

/** The bases by name; undefined until main's first answer. */
export const basesAtom = atom<readonly Base[] | undefined>(undefined)
/** The error and time of the last failed request for them. */
export const basesFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)

let following = false
let loading = false
let isStale = false

/** Loads the bases, and keeps them up to date from the first call on. */
export async function loadBases(): Promise<void> {
  if (!following) {
    following = true
    api.knowledge.changed(() => void loadBases())
  }
  isStale = true
  // Changes during a request share the one after it.
  if (loading) return
  loading = true
  while (isStale) {
    isStale = false
    await loadOnce()
  }
  loading = false
}

async function loadOnce(): Promise<void> {
  try {
    store.set(basesAtom, await api.knowledge.bases({}))
    store.set(basesFailureAtom, undefined)
  } catch (error) {
    store.set(basesFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(basesAtom, (known) => known ?? [])
  }
}

/** Shows a base's new state: main's event follows, and until then the old one would show. */
export function putBase(base: Base): void {
  store.set(basesAtom, (known = []) =>
    known.some(({ id }) => id === base.id)
      ? known.map((one) => (one.id === base.id ? base : one))
      : [...known, base],
  )
}

export function takeBase(baseId: string): void {
  store.set(basesAtom, (known) => known?.filter(({ id }) => id !== baseId))
}
