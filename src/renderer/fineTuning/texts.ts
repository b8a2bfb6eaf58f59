import type { TextFiles } from '../core/i18n.ts'

export const fineTuningTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=fineTuning',
  import: 'default',
})
