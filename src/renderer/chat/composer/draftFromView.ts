import { store } from '../../core/store.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { focusComposer, prependToDraft } from './composing.ts'

/** Puts a text of a view before the draft of the open chat. The user sends it, or does not. */
export function draftFromView(text: string): void {
  prependToDraft(store.get(currentIdAtom), text)
  focusComposer()
}
