import { atom } from 'jotai'
import type { WritableAtom } from 'jotai'
import { readStoredNumber } from './readStoredNumber.ts'
import { storeLocally } from './storeLocally.ts'

/** Returns an atom for a number that this window remembers, such as a panel's width. */
export function storedNumberAtom(
  key: string,
  initial: number,
): WritableAtom<number, [number], void> {
  const valueAtom = atom(readStoredNumber(key) ?? initial)
  return atom(
    (get) => get(valueAtom),
    (_get, set, value: number) => {
      set(valueAtom, value)
      storeLocally(key, String(value))
    },
  )
}
