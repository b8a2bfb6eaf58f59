import type { TFunction } from 'i18next'
import type { IndexEntry } from '../../../shared/plugins.ts'

/** The categories that have a title; an index may name others. */
const titled = [
  'tools',
  'web-search',
  'media-generate',
  'stocks-finance',
  'science-education',
  'gaming-entertainment',
  'social',
  'lifestyle',
  'developer',
  'files',
  'memory',
] as const

/** Returns the categories of the entries, the one with the most entries first. */
export function categoriesOf(entries: readonly IndexEntry[]): string[] {
  const counts = new Map<string, number>()
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].toSorted(([, first], [, second]) => second - first).map(([name]) => name)
}

export function categoryTitle(t: TFunction, category: string): string {
  const known = titled.find((name) => name === category)
  return known ? t(`plugins.category.${known}`) : category
}
