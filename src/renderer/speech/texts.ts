import type { TextFiles } from '../core/i18n.ts'

export const speechTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=speech',
  import: 'default',
})
