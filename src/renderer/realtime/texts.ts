import type { TextFiles } from '../core/i18n.ts'

export const realtimeTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=realtime',
  import: 'default',
})
