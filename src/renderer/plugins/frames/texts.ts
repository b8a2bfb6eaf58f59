import type { TextFiles } from '../../core/i18n.ts'

const files: TextFiles = import.meta.glob<object>('../../locales/*.json', {
  query: '?keys=pluginFrames',
  import: 'default',
})

/** By the paths that the other features have, which are one folder higher. */
export const pluginFramesTexts: TextFiles = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace(/^\.\.\//, ''), load]),
)
