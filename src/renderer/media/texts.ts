import type { TextFiles } from '../core/i18n.ts'

export const mediaTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=media',
  import: 'default',
})
