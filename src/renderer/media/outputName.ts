import type { TFunction } from 'i18next'
import type { MediaOutput } from '../../shared/media/media.ts'
import { visibleText } from '../ui/visibleText.ts'

const maxLength = 120

/**
 * Returns what an output is called: its kind and what the user asked for, and that its file is cut.
 */
export function outputName(
  translate: TFunction,
  { kind, prompt, cut }: Pick<MediaOutput, 'kind' | 'prompt' | 'cut'>,
): string {
  const text = visibleText(prompt).trim()
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const name = translate(`media.name.${kind}`, {
    prompt: short || translate('media.name.noPrompt'),
  })
  return cut ? translate('media.cut.name', { name }) : name
}
