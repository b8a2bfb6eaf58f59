import { atom } from 'jotai'
import type { SearchFilters } from '../../../shared/chat/searching.ts'

/** Filters that ask for nothing. */
export const noFilters: SearchFilters = {
  from: null,
  time: null,
  model: null,
  assistantId: null,
  hasFile: false,
}

/** Whether the filters and saved searches are open, although nothing is written in the field. */
export const searchOpenAtom = atom(false)
export const searchFiltersAtom = atom(noFilters)

export function hasFilters({ hasFile, ...others }: SearchFilters): boolean {
  return hasFile || Object.values(others).some((value) => value !== null)
}
