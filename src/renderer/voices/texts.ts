import { addTexts } from '../core/i18n.ts'

await addTexts(
  import.meta.glob<object>('../locales/*.json', { query: '?keys=voices', import: 'default' }),
)
