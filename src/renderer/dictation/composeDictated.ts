import type { Api } from '../core/bridge.ts'
import { placeAtom, store } from '../core/store.ts'
import { newChat } from '../chat/actions.ts'
import { composerId, drafts, focusComposer, setDraft } from '../chat/composer/composing.ts'
import { currentIdAtom } from '../chat/conversation/conversations.ts'

/**
 * Inserts a text at the caret of the field that has the focus. False if that is the composer, or
 * none, or has not the room for all of it: then it keeps what it had.
 */
function insertInField(text: string): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isField || field.id === composerId || field.readOnly || field.disabled) return false
  if (field instanceof HTMLInputElement && !writable.has(field.type)) return false
  const { value, selectionStart: start, selectionEnd: end } = field
  const rest = value.length - ((end ?? 0) - (start ?? 0))
  // A field of one line takes no line breaks.
  const given = field instanceof HTMLInputElement ? text.replaceAll(/[\r\n]+/g, ' ') : text
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else can be undone by the user
  if (!document.execCommand('insertText', false, given)) return false
  if (field.value.length === rest + given.length) return true
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  document.execCommand('undo')
  return false
}

/** Types of inputs that take words. A password is never dictated by accident. */
const writable = new Set(['text', 'search'])

/** Appends dictated texts meant for Parley itself to the composer's draft. */
export function composeDictated(api: Api): void {
  const take = async (): Promise<void> => {
    const waiting = await api.dictation.takeText({})
    if (!waiting) return
    const { text, newChat: isNew } = waiting
    if (!isNew && insertInField(text)) return
    store.set(placeAtom, 'chats')
    if (isNew) newChat()
    const before = drafts.get(store.get(currentIdAtom))
    setDraft(before === '' ? text : `${before.trimEnd()} ${text}`)
    requestAnimationFrame(focusComposer)
  }
  api.dictation.textWaits(() => void take().catch(reportError))
  take().catch(reportError)
}
