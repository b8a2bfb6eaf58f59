import { composerId, drafts, setAwaited } from '../composer/composing.ts'
import { earlyFieldId } from './earlyComposer.ts'

/**
 * Runs `draw`, which replaces the early composer with the page, and takes over what the user typed:
 * the text, the caret, and Enter. Waits for the end of a word that is being composed.
 */
export async function takeEarlyText(draw: () => void): Promise<void> {
  const field = document.querySelector<HTMLTextAreaElement>(`#${earlyFieldId}`)
  if (field) await composed(field)
  // From here to the drawn page nothing can be typed.
  if (field && field.value !== drafts.get(null)) drafts.set(null, field.value)
  if (field?.dataset['entered'] !== undefined) setAwaited(null, true)
  const caret = field && ([field.selectionStart, field.selectionEnd] as const)
  draw()
  const composer = document.querySelector<HTMLTextAreaElement>(`#${composerId}`)
  if (caret) composer?.setSelectionRange(...caret)
}

function composed(field: HTMLTextAreaElement): Promise<void> {
  return new Promise((resolve) => {
    if (field.dataset['composing'] === undefined) resolve()
    else field.addEventListener('compositionend', () => resolve(), { once: true })
  })
}
