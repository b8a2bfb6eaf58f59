import { atom } from 'jotai'
import { store } from '../../core/store.ts'
import type { FindSession, FindStatus } from './findSession.ts'

export interface FindState {
  query: string
  status: FindStatus
}

/** The state of the find bar; undefined while it is closed. */
export const findAtom = atom<FindState | undefined>(undefined)

const nothingFound: FindStatus = { total: 0, current: 0 }
let focusedBefore: HTMLElement | undefined
let session: FindSession | undefined
/** The last query, which the bar shows when it opens again. */
let lastQuery = ''

/** Sets the open bar's session; undefined once it is closed. */
export function setSession(next: FindSession | undefined): void {
  session = next
}

/** Opens the bar or focuses it. A short selection becomes the query. */
export function openFind(): void {
  const field = document.querySelector<HTMLInputElement>('[data-find-field]')
  const selected = selectedWords()
  if (!field) {
    const { activeElement } = document
    focusedBefore = activeElement instanceof HTMLElement ? activeElement : undefined
    store.set(findAtom, { query: selected ?? lastQuery, status: nothingFound })
    return
  }
  if (selected !== undefined) setQuery(selected)
  field.focus()
  field.select()
}

/** Closes the bar, selects the current match and restores the focus. */
export function closeFind(): void {
  if (!store.get(findAtom)) return
  const range = session?.currentRange()
  store.set(findAtom, undefined)
  const target = focusedBefore?.isConnected
    ? focusedBefore
    : document.querySelector<HTMLElement>('[role=log]')
  focusedBefore = undefined
  target?.focus({ preventScroll: true })
  if (!range || target instanceof HTMLTextAreaElement) return
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

export function setQuery(query: string): void {
  lastQuery = query
  store.set(findAtom, (state) => state && { ...state, query })
}

export function setStatus(status: FindStatus): void {
  store.set(findAtom, (state) => {
    if (!state) return state
    const same = state.status.total === status.total && state.status.current === status.current
    return same ? state : { ...state, status }
  })
}

export function findStep(direction: 1 | -1): void {
  if (session) session.step(direction)
  else openFind()
}

const maxWordsLength = 100

function selectedWords(): string | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return undefined
  if (!selection.anchorNode?.parentElement?.closest('[role=log]')) return undefined
  const text = selection.toString().trim()
  return text === '' || text.length > maxWordsLength || text.includes('\n') ? undefined : text
}
