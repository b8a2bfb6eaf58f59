import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment } from '../../../shared/parts.ts'
import { api } from '../../core/bridge.ts'
import { providersAtom } from '../../core/store.ts'
import { chatBasesRevisionAtom } from '../../knowledge/chat/chatBasesRevision.ts'
import { findThread } from '../conversation/thread.ts'

const pauseMilliseconds = 300

export interface TokenCount {
  tokens: number
  /** True for the service's own count, false for an estimate. */
  exact: boolean
}

export interface CountedDraft {
  /** Null in a new chat. */
  conversationId: string | null
  text: string
  files: readonly Attachment[]
  model: ModelReference | null
  /** True while the end of the conversation is being written, so that it can't be counted yet. */
  answering: boolean
}

const noMessages = atom({ messages: [] })

/**
 * Returns how many tokens the conversation has with this draft, counted when the user pauses. Keeps
 * the last count until the next one arrives; null if there is nothing to count.
 */
export function useTokenCount(draft: CountedDraft): TokenCount | null {
  const { conversationId, text, files, model, answering } = draft
  const [count, setCount] = useState<TokenCount | null>(null)
  const thread = conversationId === null ? undefined : findThread(conversationId)
  const parentId = useAtomValue(thread?.stateAtom ?? noMessages).messages.at(-1)?.id ?? null
  const isGuide = useIsGuide(model)
  // Its bases add passages to the question.
  const bases = useAtomValue(chatBasesRevisionAtom)
  const empty = parentId === null && text.trim() === '' && files.length === 0
  const { providerId, modelId } = model ?? {}
  const idle = empty || isGuide
  useEffect(() => {
    if (idle || answering || providerId === undefined || modelId === undefined) return
    let wanted = true
    const timer = setTimeout(() => {
      const asked = { conversationId, parentId, text, files: [...files] }
      api.chat.countTokens({ ...asked, model: { providerId, modelId } }).then(
        (counted) => {
          if (wanted) setCount(counted)
        },
        // The count is only a hint; sending reports the error.
        () => {
          if (wanted) setCount(null)
        },
      )
    }, pauseMilliseconds)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [idle, answering, conversationId, parentId, text, files, providerId, modelId, bases])
  return idle ? null : count
}

/** Tells whether the model is the guide, which has no context window. */
function useIsGuide(model: ModelReference | null): boolean {
  const providers = useAtomValue(providersAtom)
  return providers?.find(({ id }) => id === model?.providerId)?.kind === 'guide'
}
