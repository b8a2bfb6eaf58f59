import type { TextFiles } from '../core/i18n.ts'

export const assistantProfilesTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=assistantProfiles',
  import: 'default',
})
