import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo, useState } from 'react'
import { estimateFileTokens } from '../../../shared/chat/estimateFileTokens.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { FilePreviews } from '../../attachments/useFilePreviews.ts'
import { api } from '../../core/bridge.ts'
import { providersAtom } from '../../core/store.ts'
import { useTask, type Task } from '../../core/useTask.ts'
import { useContextTokens, useShownBranch, type ContextTokens } from './useContextTokens.ts'

/** Every template separates messages by a few tokens. */
const tokensPerTurn = 4
const noFiles: Attachment[] = []

/** Tokens of the next request by where they are from. */
export type ContextParts = ContextTokens['parts'] & { passages: number; draft: number }

export interface TokenCount {
  tokens: number
  /** Their sum is `tokens`, but for rounding. */
  parts: ContextParts
  /** Tokens that the service counted with its last answer; 0 if all are estimated. */
  countedTokens: number
  /** True for the service's own count of this very draft, false for an estimate. */
  exact: boolean
  /** Whether the service has a counter. */
  canCount: boolean
  /** Sends conversation and draft to the service's counter; null while there is no draft. */
  countExactly: (() => void) | null
  task: Task
}

export interface CountedDraft {
  /** Null in a new chat. */
  conversationId: string | null
  text: string
  files: readonly Attachment[]
  /** Forms in which the model gets the files. */
  previews: FilePreviews
  model: ModelReference | null
  /** True while the end of the conversation is being written, so that it can't be counted yet. */
  answering: boolean
}

/** The service's count, with the draft that it was made for. */
interface Counted {
  context: ContextTokens
  text: string
  files: readonly Attachment[]
  draftTokens: number
  tokens: number
  exact: boolean
}

/**
 * Returns how many tokens the conversation has with this draft; null if there is nothing to count.
 * The draft is estimated here, and leaves the page only by `countExactly`.
 */
export function useTokenCount(draft: CountedDraft): TokenCount | null {
  const { conversationId, files, previews, model, answering } = draft
  // A long draft is estimated when the keys rest.
  const text = useDeferredValue(draft.text)
  const branch = useShownBranch(conversationId, model)
  const isWritten = text.trim() !== '' || files.length > 0
  const isEmpty = branch === null || (branch.parentId === null && !isWritten)
  const isIdle = useIsGuide(model) || isEmpty
  const attached = useMemo(() => passagesOf(files), [files])
  const context = useContextTokens(branch, attached, isIdle || answering)
  const estimate = useMemo(() => estimateDraft(text, files, previews), [text, files, previews])
  const [counted, setCounted] = useState<Counted>()
  const task = useTask()
  if (isIdle || !context) return null
  const draftTokens = Math.round(estimate * context.ratio)

  const count = async (): Promise<void> => {
    const { parentId, providerId, modelId } = branch
    const asked = { conversationId, parentId, text, files: [...files] }
    const found = await api.chat.countTokens({ ...asked, model: { providerId, modelId } })
    setCounted({ context, text, files, draftTokens, ...found })
  }
  const passages = text.trim() === '' && attached.length === 0 ? 0 : context.passageTokens
  const estimated = { tokens: context.tokens + passages + draftTokens, exact: false }
  const parts = { ...context.parts, passages, draft: draftTokens }
  const found =
    counted?.context === context ? fromCount(counted, text, files, draftTokens) : estimated
  return {
    ...found,
    parts: scaleParts(parts, found.tokens / Math.max(1, estimated.tokens)),
    countedTokens: context.countedTokens,
    canCount: context.canCount,
    countExactly: isWritten && !answering ? () => void task.run(count) : null,
    task,
  }
}

/** Returns the files of which only passages are sent: for none the same list each time. */
function passagesOf(files: readonly Attachment[]): Attachment[] {
  const found = files.filter(({ passagesOnly }) => passagesOnly)
  return found.length > 0 ? found : noFiles
}

/** Returns a count, or an estimate from it if the draft has changed since. */
function fromCount(
  counted: Counted,
  text: string,
  files: readonly Attachment[],
  draftTokens: number,
): Pick<TokenCount, 'tokens' | 'exact'> {
  const { tokens, exact } = counted
  if (counted.text === text && counted.files === files) return { tokens, exact }
  return { tokens: Math.max(0, tokens + draftTokens - counted.draftTokens), exact: false }
}

/** Fits parts to a count of the whole, which is all that a service's counter returns. */
function scaleParts(parts: ContextParts, factor: number): ContextParts {
  const scaled = (tokens: number): number => Math.round(tokens * factor)
  return {
    instructions: scaled(parts.instructions),
    tools: scaled(parts.tools),
    messages: scaled(parts.messages),
    files: scaled(parts.files),
    passages: scaled(parts.passages),
    draft: scaled(parts.draft),
  }
}

function estimateDraft(text: string, files: readonly Attachment[], previews: FilePreviews): number {
  if (text.trim() === '' && files.length === 0) return 0
  // Main estimates the passages of those of the whole chat.
  const whole = files.filter(({ passagesOnly }) => !passagesOnly)
  const tokensOf = (file: Attachment) => previews.get(file.id)?.tokens ?? estimateFileTokens(file)
  const ofFiles = whole.reduce((sum, file) => sum + tokensOf(file), 0)
  return tokensPerTurn + estimateTextTokens(text) + ofFiles
}

/** Tells whether the model is the guide, which has no context window. */
function useIsGuide(model: ModelReference | null): boolean {
  const providers = useAtomValue(providersAtom)
  return providers?.find(({ id }) => id === model?.providerId)?.kind === 'guide'
}
