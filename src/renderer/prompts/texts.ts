import type { TextFiles } from '../core/i18n.ts'

export const promptsTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=prompts',
  import: 'default',
})
