import type { Locale } from '../../../shared/languages.ts'

const manuals = import.meta.glob<string>('../../../../resources/guide/*.md', {
  query: '?raw',
  import: 'default',
})

/** Returns the bundled manual of the guide; null for a language without one. */
export async function readManual(locale: Locale): Promise<string | null> {
  return (await manuals[`../../../../resources/guide/${locale}.md`]?.()) ?? null
}
