import type { TextFiles } from '../core/i18n.ts'

export const providersTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=providers',
  import: 'default',
})
