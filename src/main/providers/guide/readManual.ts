import type { Locale } from '../../../shared/languages.ts'

const manuals = import.meta.glob<string>('../../../../resources/guide/*.md', {
  query: '?raw',
  import: 'default',
})

/** The guide's manual as it was bundled; null for a language that has none. */
export async function readManual(locale: Locale): Promise<string | null> {
  return (await manuals[`../../../../resources/guide/${locale}.md`]?.()) ?? null
}
