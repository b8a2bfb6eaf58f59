import { atom, useAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { store } from '../core/store.ts'

/** The rows that were opened (true) or closed (false) since the settings opened, by their id. */
const openRowsAtom = atom<Readonly<Record<string, boolean>>>({})

/** Lets rows open by themselves again. */
export function forgetOpenRows(): void {
  store.set(openRowsAtom, {})
}

/**
 * Returns whether a row is open, and the function that opens or closes it. A row that is needed
 * opens by itself, once: it stays open until the user closes it, and then stays closed.
 */
export function useOpenRow(
  id: string,
  isNeeded: boolean,
): [open: boolean, setOpen: (open: boolean) => void] {
  const [rows, setRows] = useAtom(openRowsAtom)
  useEffect(() => {
    if (isNeeded) setRows((known) => (Object.hasOwn(known, id) ? known : { ...known, [id]: true }))
  }, [id, isNeeded, setRows])
  const setOpen = useCallback(
    (open: boolean) => setRows((known) => ({ ...known, [id]: open })),
    [id, setRows],
  )
  return [rows[id] ?? isNeeded, setOpen]
}
