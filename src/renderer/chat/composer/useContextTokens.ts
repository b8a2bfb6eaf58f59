import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import { chatSetupsRevisionAtom } from '../../assistantProfiles/chatSetups.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom } from '../../core/store.ts'
import { chatBasesRevisionAtom } from '../../knowledge/chat/chatBasesRevision.ts'
import { chatPluginsRevisionAtom } from '../../plugins/chat/chatPluginsRevision.ts'
import { installedPluginsAtom } from '../../plugins/installedPlugins.ts'
import { findThread, treeRevisionAtom } from '../conversation/thread.ts'

type Branch = Parameters<typeof api.chat.contextTokens>[0]
export type ContextTokens = Awaited<ReturnType<typeof api.chat.contextTokens>>

/** The shown branch of a chat, and the model that its next message is for. */
export interface ShownBranch {
  /** Null in a new chat. */
  conversationId: string | null
  /** The last message; null before the first. */
  parentId: string | null
  providerId: string
  modelId: string
}

const noMessages = atom({ messages: [] })

/** Returns the branch that a draft belongs to; null without a model. */
export function useShownBranch(
  conversationId: string | null,
  model: ModelReference | null,
): ShownBranch | null {
  const thread = conversationId === null ? undefined : findThread(conversationId)
  const parentId = useAtomValue(thread?.stateAtom ?? noMessages).messages.at(-1)?.id ?? null
  return model && { conversationId, parentId, ...model }
}

/**
 * Returns main's estimate of what the next request takes without the draft, which typing does not
 * change. `attached` are the draft's files of which only passages are sent. Keeps the last one until
 * the next arrives; null before the first. While `paused` none is asked for.
 */
export function useContextTokens(
  branch: ShownBranch | null,
  attached: Branch['attached'],
  paused: boolean,
): ContextTokens | null {
  const [context, setContext] = useState<ContextTokens | null>(null)
  const { conversationId = null, parentId = null, providerId, modelId } = branch ?? {}
  // Changes of these alter the tokens of a request, besides its messages.
  const setups = useAtomValue(chatSetupsRevisionAtom)
  const bases = useAtomValue(chatBasesRevisionAtom)
  const chosen = useAtomValue(chatPluginsRevisionAtom)
  const plugins = useAtomValue(installedPluginsAtom)
  const tools = useAtomValue(preferencesAtom)?.tools
  const deletions = useAtomValue(treeRevisionAtom)
  useEffect(() => {
    if (paused || providerId === undefined || modelId === undefined) return
    let wanted = true
    const asked = { conversationId, parentId, attached, model: { providerId, modelId } }
    api.chat.contextTokens(asked).then(
      (found) => {
        if (wanted) setContext(found)
      },
      // The number is only a hint; sending reports the error.
      () => {
        if (wanted) setContext(null)
      },
    )
    return () => {
      wanted = false
    }
  }, [
    paused,
    conversationId,
    parentId,
    providerId,
    modelId,
    attached,
    setups,
    bases,
    chosen,
    plugins,
    tools,
    deletions,
  ])
  return context
}
