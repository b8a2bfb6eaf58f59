import type { TFunction } from 'i18next'
import type { IndexEntry } from '../../../shared/plugins/plugins.ts'

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

/** Stands among the categories for the servers of the Model Context Protocol, whatever they do. */
export const mcpServers = 'format mcp'

/** Tells whether an entry is in a category; without one, each entry is. */
export function isIn({ category, format }: IndexEntry, wanted: string | undefined): boolean {
  if (wanted === mcpServers) return format === 'mcp'
  return wanted === undefined || category === wanted
}

/** Returns the categories of the entries, the one with the most entries first. */
export function categoriesOf(entries: readonly IndexEntry[]): string[] {
  const counts = new Map<string, number>()
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].toSorted(([, first], [, second]) => second - first).map(([name]) => name)
}

export function categoryTitle(t: TFunction, category: string): string {
  if (category === mcpServers) return t('plugins.market.mcp')
  const known = titled.find((name) => name === category)
  return known ? t(`plugins.category.${known}`) : category
}
