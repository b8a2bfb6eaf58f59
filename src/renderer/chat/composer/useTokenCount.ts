import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment } from '../../../shared/parts.ts'
import { api } from '../../core/bridge.ts'
import { providersAtom } from '../../core/store.ts'
import { findThread } from '../conversation/thread.ts'

const pauseMilliseconds = 300

export interface TokenCount {
  tokens: number
  /** The service's own count; else an estimate. */
  exact: boolean
}

export interface CountedDraft {
  /** Null in a new chat. */
  conversationId: string | null
  text: string
  files: readonly Attachment[]
  model: ModelReference | null
  /** The end of the conversation is being written: what it comes to is not known yet. */
  answering: boolean
}

const noMessages = atom({ messages: [] })

/**
 * How many tokens the conversation has with this draft, counted when the writer pauses. The last
 * count stays until the next one is there; null while there is nothing to count.
 */
export function useTokenCount(draft: CountedDraft): TokenCount | null {
  const { conversationId, text, files, model, answering } = draft
  const [count, setCount] = useState<TokenCount | null>(null)
  const thread = conversationId === null ? undefined : findThread(conversationId)
  const parentId = useAtomValue(thread?.stateAtom ?? noMessages).messages.at(-1)?.id ?? null
  const isGuide = useIsGuide(model)
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
        // It is a hint: sending tells what is wrong.
        () => {
          if (wanted) setCount(null)
        },
      )
    }, pauseMilliseconds)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [idle, answering, conversationId, parentId, text, files, providerId, modelId])
  return idle ? null : count
}

/** The guide has no window to fill. */
function useIsGuide(model: ModelReference | null): boolean {
  const providers = useAtomValue(providersAtom)
  return providers?.find(({ id }) => id === model?.providerId)?.kind === 'guide'
}
