import type { TextFiles } from '../core/i18n.ts'

/** What models can do with a picture is named as in "Media". */
export const imageViewerTexts: TextFiles = import.meta.glob<object>('../locales/*.json', {
  query: '?keys=media',
  import: 'default',
})
