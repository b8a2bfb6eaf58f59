import type { TextFiles } from '../core/i18n.ts'

export const batchesTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=batches',
  import: 'default',
})
