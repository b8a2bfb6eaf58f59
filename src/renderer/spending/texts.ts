import type { TextFiles } from '../core/i18n.ts'

export const spendingTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=spending',
  import: 'default',
})
