import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ProviderState } from '../../shared/providers.ts'
import { startChat } from '../chat/actions.ts'
import { send } from '../chat/composer/composing.ts'
import { conversationListAtom } from '../chat/conversation/conversations.ts'
import { newChatModelAtom } from '../chat/conversation/currentModel.ts'
import { providersTexts } from '../providers/texts.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { preferencesAtom, providersAtom } from '../core/store.ts'

const firstStart = lazyComponent(
  async () => (await import('../providers/FirstStart.tsx')).FirstStart,
  [providersTexts],
)

const guideModel = { providerId: 'guide', modelId: 'parley-guide' }

/** Whether the user has settled on a model, the guide aside; undefined while that is not known. */
const hasChosenAtom = atom((get) => {
  const providers = get(providersAtom)
  const { conversations, state } = get(conversationListAtom)
  if (get(preferencesAtom)?.defaultModel || get(newChatModelAtom)) return true
  if (!providers || state === 'loading') return undefined
  const guides = new Set(providers.filter(({ kind }) => kind === 'guide').map(({ id }) => id))
  return conversations.some(({ model }) => model && !guides.has(model.providerId))
})

const hasProviderAtom = atom((get) => get(providersAtom)?.some(isSetUp) ?? false)

/** A server found on this machine does not count: it is one of the ways that are offered. */
function isSetUp(provider: ProviderState): boolean {
  if (provider.kind !== 'openai-compatible' || !provider.enabled) return false
  return provider.keySource !== 'none' || !provider.needsKey
}

/** What an empty chat shows in place of its greeting: the ways to start, nothing yet, or null. */
export function useFirstStart(): ReactNode {
  const hasChosen = useAtomValue(hasChosenAtom)
  const hasProvider = useAtomValue(hasProviderAtom)
  // A pasted key makes a provider before it is known to work: until then the field stays.
  const [started, setStarted] = useState(false)
  useEffect(() => () => setStarted(false), [])
  if (hasChosen === undefined) return <></>
  const shown = !hasChosen && (started || !hasProvider)
  if (shown !== started) setStarted(shown)
  if (!shown) return null
  return <firstStart.Component onUseModel={(model) => startChat(model)} onAskGuide={askGuide} />
}

function askGuide(question: string): void {
  startChat(guideModel, question)
  void send(question)
}
