import type { Api } from '../core/bridge.ts'
import { placeAtom, store } from '../core/store.ts'
import { newChat } from '../chat/actions.ts'
import { drafts, focusComposer, setDraft } from '../chat/composer/composing.ts'
import { currentIdAtom } from '../chat/conversation/conversations.ts'

/** Appends dictated texts meant for Parley itself to the composer's draft. */
export function composeDictated(api: Api): void {
  const take = async (): Promise<void> => {
    const waiting = await api.dictation.takeText({})
    if (!waiting) return
    const { text, newChat: isNew } = waiting
    store.set(placeAtom, 'chats')
    if (isNew) newChat()
    const before = drafts.get(store.get(currentIdAtom))
    setDraft(before === '' ? text : `${before.trimEnd()} ${text}`)
    requestAnimationFrame(focusComposer)
  }
  api.dictation.textWaits(() => void take().catch(reportError))
  take().catch(reportError)
}
