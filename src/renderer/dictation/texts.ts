import type { TextFiles } from '../core/i18n.ts'

export const dictationTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=dictation',
  import: 'default',
})
