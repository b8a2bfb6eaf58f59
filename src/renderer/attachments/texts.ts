import type { TextFiles } from '../core/i18n.ts'

/** Texts of "Media", which names the tasks for a picture. */
export const imageViewerTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=media',
  import: 'default',
})
