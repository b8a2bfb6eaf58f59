import type { TextFiles } from '../core/i18n.ts'

export const voicesTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=voices',
  import: 'default',
})
