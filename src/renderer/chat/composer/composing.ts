import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import type { PrimitiveAtom } from 'jotai'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { ReplyInput } from '../../../shared/chat/chat.ts'
import { saveChatSetups } from '../../assistantProfiles/chatSetups.ts'
import { store } from '../../core/store.ts'
import { attachmentsIn, draftFilesOf, dropDraftFiles } from '../../attachments/draftFiles.ts'
import type { DraftFile } from '../../attachments/draftFiles.ts'
import { stopAnswer } from '../conversation/answering.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { currentModelAtom } from '../conversation/currentModel.ts'
import { otherModelsOf, setOtherModels } from '../conversation/otherModels.ts'
import { createDrafts } from './drafts.ts'
import { runningRepliesAtom, startReply } from '../conversation/replies.ts'
import { findThread, messagesOf } from '../conversation/thread.ts'

/** The DOM id of the composer's text field. */
export const composerId = 'composer'

export const drafts = createDrafts(localStorage)
window.addEventListener('pagehide', drafts.flush)
window.addEventListener('pagehide', () => void saveChatSetups().catch(() => undefined))

/** Counts how often code, and not typing, has put text into the composer. */
export const draftRevisionAtom = atom(0)

export interface SendFailure {
  conversationId: string | null
  error: WireError
  /** Milliseconds since 1970. */
  time: number
}

/** The reason why the last message did not reach its chat; its text is still in the composer. */
export const sendFailureAtom = atom<SendFailure | null>(null)
/** Chats with a message that is being saved: a second press of Enter must not send it twice. */
export const sendingAtom = atom<ReadonlySet<string | null>>(new Set<string | null>())

/** Chats whose draft goes out as soon as it is ready: the user pressed Enter before. */
export const awaitedAtom = atom<ReadonlySet<string | null>>(new Set<string | null>())

export function focusComposer(): void {
  document.getElementById(composerId)?.focus()
}

/** Replaces the composer's text. */
export function setDraft(text: string): void {
  drafts.set(store.get(currentIdAtom), text)
  store.set(draftRevisionAtom, (revision) => revision + 1)
}

/**
 * Sends a text with the attached files in the open conversation. Resolves to true once the message
 * is on disk and may leave the composer.
 */
export async function send(text: string): Promise<boolean> {
  const conversationId = store.get(currentIdAtom)
  if (conversationId !== null && store.get(runningRepliesAtom).has(conversationId)) return false
  return takeAlong(conversationId, text, async (files) => {
    // A new message, such as a spoken one, replaces a question that waits.
    if (conversationId !== null) await stopAnswer(conversationId)
    const input = messageInput(conversationId, text, files)
    const others = otherModelsOf(conversationId, input.model)
    const reply = await startReply({ ...input, ...(others.length > 0 && { others: [...others] }) })
    setOtherModels(conversationId, [])
    return reply.conversationId
  })
}

/**
 * Passes a draft with its files to `keep`, which saves it and returns its conversation. Resolves to
 * true once the draft may leave the composer.
 */
export async function takeAlong(
  conversationId: string | null,
  text: string,
  keep: (files: readonly DraftFile[]) => Promise<string>,
): Promise<boolean> {
  if (!setSending(conversationId, true)) return false
  const files = draftFilesOf(conversationId)
  store.set(sendFailureAtom, null)
  try {
    const keptIn = await keep(files)
    takeSentDraft(conversationId, keptIn, text)
    dropDraftFiles(conversationId, files)
    // At once: what is typed next belongs to the chat that is open then.
    flushSync(() => {
      if (conversationId === null) keepComposer(keptIn)
      if (store.get(currentIdAtom) === conversationId) store.set(currentIdAtom, keptIn)
    })
    return true
  } catch (error) {
    store.set(sendFailureAtom, { conversationId, error: toWire(error), time: Date.now() })
    return false
  } finally {
    setSending(conversationId, false)
  }
}

/** The keys of the composers: the next new chat's, and those of chats that began in this page. */
const composerKeysAtom = atom<{ next: number; begun: ReadonlyMap<string, string> }>({
  next: 1,
  begun: new Map(),
})

/**
 * The key of the open chat's composer. A new chat keeps its composer when it gets its first message,
 * as the user may be typing on, or composing a character.
 */
export const composerKeyAtom = atom((get) => {
  const id = get(currentIdAtom)
  const { next, begun } = get(composerKeysAtom)
  return id === null ? `new ${next}` : (begun.get(id) ?? id)
})

function keepComposer(conversationId: string): void {
  store.set(composerKeysAtom, ({ next, begun }) => ({
    next: next + 1,
    begun: new Map(begun).set(conversationId, `new ${next}`),
  }))
}

/** Removes a sent draft. Text typed while the message was being saved stays as the next draft. */
function takeSentDraft(from: string | null, to: string, sent: string): void {
  const typed = drafts.get(from)
  drafts.set(from, '')
  if (typed !== sent) drafts.set(to, typed)
  // After a kill, a sent draft must not wait to be sent once more.
  drafts.flush()
  store.set(draftRevisionAtom, (revision) => revision + 1)
  const awaited = typed !== sent && store.get(awaitedAtom).has(from)
  setAwaited(from, false)
  setAwaited(to, awaited)
}

/** Puts a text before the draft in a conversation's composer; null for a new chat's. */
export function prependToDraft(conversationId: string | null, text: string): void {
  const texts = [text, drafts.get(conversationId)].filter((one) => one !== '')
  drafts.set(conversationId, texts.join('\n\n'))
  drafts.flush()
  store.set(draftRevisionAtom, (revision) => revision + 1)
}

/** Returns the input for sending a text at the end of a conversation to the current model. */
export function messageInput(
  conversationId: string | null,
  text: string,
  files: readonly DraftFile[],
): Extract<ReplyInput, { kind: 'send' }> {
  const model = store.get(currentModelAtom)
  if (!model) throw new AppError('modelMissing', 'No model is chosen')
  const thread = conversationId === null ? undefined : findThread(conversationId)
  const parentId = thread ? (messagesOf(thread).at(-1)?.id ?? null) : null
  return { kind: 'send', conversationId, parentId, text, files: attachmentsIn(files), model }
}

/** Marks a chat as sending or not. Returns false if nothing changed. */
export function setSending(conversationId: string | null, sending: boolean): boolean {
  return setMember(sendingAtom, conversationId, sending)
}

export function setAwaited(conversationId: string | null, awaited: boolean): boolean {
  return setMember(awaitedAtom, conversationId, awaited)
}

function setMember(
  members: PrimitiveAtom<ReadonlySet<string | null>>,
  conversationId: string | null,
  member: boolean,
): boolean {
  const before = store.get(members)
  if (before.has(conversationId) === member) return false
  const after = new Set(before)
  if (member) after.add(conversationId)
  else after.delete(conversationId)
  store.set(members, after)
  return true
}
