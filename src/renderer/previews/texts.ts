import type { TextFiles } from '../core/i18n.ts'

export const previewsTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=previews',
  import: 'default',
})
