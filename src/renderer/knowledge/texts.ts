import type { TextFiles } from '../core/i18n.ts'

export const knowledgeTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=knowledge',
  import: 'default',
})
