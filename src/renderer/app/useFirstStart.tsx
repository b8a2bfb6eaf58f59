import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ProviderState } from '../../shared/providers.ts'
import { guideModel, startChat } from '../chat/actions.ts'
import { send } from '../chat/composer/composing.ts'
import { recentChatsAtom } from '../chat/conversation/conversations.ts'
import { newChatModelAtom } from '../chat/conversation/currentModel.ts'
import { FirstStart } from '../providers/FirstStart.tsx'
import { preferencesAtom, providersAtom } from '../core/store.ts'

/** Whether the user has used a model other than the guide; undefined while that is unknown. */
const hasChosenAtom = atom((get) => {
  const providers = get(providersAtom)
  const { conversations, state } = get(recentChatsAtom)
  if (get(preferencesAtom)?.defaultModel || get(newChatModelAtom)) return true
  if (!providers || state === 'loading') return undefined
  const guides = new Set(providers.filter(({ kind }) => kind === 'guide').map(({ id }) => id))
  return conversations.some(({ model }) => model && !guides.has(model.providerId))
})

const hasProviderAtom = atom((get) => get(providersAtom)?.some(isSetUp) ?? false)

/**
 * Tells whether the user has set a provider up. A server found on this machine does not count: the
 * first start offers it.
 */
function isSetUp(provider: ProviderState): boolean {
  if (provider.kind === 'guide' || provider.kind === 'local' || !provider.enabled) return false
  return provider.keySource !== 'none' || !provider.needsKey
}

/**
 * Returns the content that replaces an empty chat's greeting: the ways to start, an empty element
 * while that is unknown, or null.
 */
export function useFirstStart(): ReactNode {
  const hasChosen = useAtomValue(hasChosenAtom)
  const hasProvider = useAtomValue(hasProviderAtom)
  // A pasted key adds a provider before it is known to work; the field stays until then.
  const [started, setStarted] = useState(false)
  useEffect(() => () => setStarted(false), [])
  if (hasChosen === undefined) return <></>
  const shown = !hasChosen && (started || !hasProvider)
  if (shown !== started) setStarted(shown)
  if (!shown) return null
  return <FirstStart onUseModel={(model) => startChat(model)} onAskGuide={askGuide} />
}

function askGuide(question: string): void {
  startChat(guideModel, question)
  void send(question)
}
