import { atom } from 'jotai'
import type { WritableAtom } from 'jotai'
import { storeLocally } from './storeLocally.ts'

/** Returns an atom for a number that this window remembers, such as a panel's width. */
export function storedNumberAtom(
  key: string,
  initial: number,
): WritableAtom<number, [number], void> {
  const valueAtom = atom(read(key) ?? initial)
  return atom(
    (get) => get(valueAtom),
    (_get, set, value: number) => {
      set(valueAtom, value)
      storeLocally(key, String(value))
    },
  )
}

function read(key: string): number | undefined {
  const text = localStorage.getItem(key)
  const value = Number(text)
  return text !== null && Number.isFinite(value) ? value : undefined
}
