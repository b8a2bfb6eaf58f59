import { atom } from 'jotai'
import type { SpokenLanguage } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { drafts } from '../composer/composing.ts'
import { currentIdAtom } from '../conversation/conversations.ts'

/** The composer's text right after voice input was inserted. */
interface SpokenDraft {
  conversationId: string | null
  text: string
  language: SpokenLanguage
}

const spokenDraftAtom = atom<SpokenDraft | null>(null)

export function rememberSpoken(language: SpokenLanguage): void {
  const conversationId = store.get(currentIdAtom)
  store.set(spokenDraftAtom, { conversationId, text: drafts.get(conversationId), language })
}

/** Lets main compare spoken with sent text; main keeps nothing without the user's consent. */
export function learnFromSent(conversationId: string | null, sent: string): void {
  const known = store.get(spokenDraftAtom)
  if (known?.conversationId !== conversationId) return
  store.set(spokenDraftAtom, null)
  if (known.text === sent) return
  if (!store.get(preferencesAtom)?.speech.learnVocabulary) return
  const language = known.language === 'automatic' ? null : known.language
  api.speech
    .learn({ before: known.text, after: sent, language })
    .catch((error: unknown) => console.error('A correction was not remembered', error))
}
