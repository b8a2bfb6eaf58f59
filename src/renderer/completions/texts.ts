import type { TextFiles } from '../core/i18n.ts'

export const completionsTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=completions',
  import: 'default',
})
