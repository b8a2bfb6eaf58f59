import type { TextFiles } from '../core/i18n.ts'

export const pluginsTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=plugins',
  import: 'default',
})
