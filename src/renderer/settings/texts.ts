import type { TextFiles } from '../core/i18n.ts'

export const settingsTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=settings',
  import: 'default',
})
