import { atom } from 'jotai'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { ReplyInput } from '../../shared/chat.ts'
import { store } from '../app/store.ts'
import { attachmentsIn, draftFilesOf, dropDraftFiles } from '../attachments/draftFiles.ts'
import type { DraftFile } from '../attachments/draftFiles.ts'
import { currentIdAtom } from './conversations.ts'
import { currentModelAtom } from './currentModel.ts'
import { createDrafts } from './drafts.ts'
import { runningRepliesAtom, startReply } from './replies.ts'
import { findThread, messagesOf } from './thread.ts'

/** What the composer's text field is found by. */
export const composerId = 'composer'

export const drafts = createDrafts(localStorage)
window.addEventListener('pagehide', drafts.flush)

/** Counts the times that text came into the composer other than by typing. */
export const draftRevisionAtom = atom(0)

export interface SendFailure {
  conversationId: string | null
  error: WireError
  /** Milliseconds since 1970. */
  time: number
}

/** Why the last message did not get as far as its chat; its text is still in the composer. */
export const sendFailureAtom = atom<SendFailure | null>(null)
/** Messages on their way to the disk: a second press of Enter must not send them twice. */
export const sendingAtom = atom<ReadonlySet<string | null>>(new Set<string | null>())

export function focusComposer(): void {
  document.getElementById(composerId)?.focus()
}

/** Puts a text into the composer, in place of what is there. */
export function setDraft(text: string): void {
  drafts.set(store.get(currentIdAtom), text)
  store.set(draftRevisionAtom, (revision) => revision + 1)
}

/**
 * Sends a text in the open conversation, with the files that were attached to it; true once it is
 * on disk and may leave the composer.
 */
export async function send(text: string): Promise<boolean> {
  const conversationId = store.get(currentIdAtom)
  if (store.get(sendingAtom).has(conversationId)) return false
  if (conversationId !== null && store.get(runningRepliesAtom).has(conversationId)) return false
  const files = draftFilesOf(conversationId)
  store.set(sendFailureAtom, null)
  setSending(conversationId, true)
  try {
    const reply = await startReply(messageInput(conversationId, text, files))
    takeSentDraft(conversationId, reply.conversationId, text)
    dropDraftFiles(conversationId, files)
    if (store.get(currentIdAtom) === conversationId) store.set(currentIdAtom, reply.conversationId)
    return true
  } catch (error) {
    store.set(sendFailureAtom, { conversationId, error: toWire(error), time: Date.now() })
    return false
  } finally {
    setSending(conversationId, false)
  }
}

/** What was typed while the message was on its way is the draft of the next one. */
function takeSentDraft(from: string | null, to: string, sent: string): void {
  const typed = drafts.get(from)
  drafts.set(from, '')
  if (typed !== sent) drafts.set(to, typed)
  store.set(draftRevisionAtom, (revision) => revision + 1)
}

/** What it takes to send a text at the end of a conversation, to the model that is chosen. */
export function messageInput(
  conversationId: string | null,
  text: string,
  files: readonly DraftFile[],
): ReplyInput {
  const model = store.get(currentModelAtom)
  if (!model) throw new AppError('modelMissing', 'No model is chosen')
  const thread = conversationId === null ? undefined : findThread(conversationId)
  const parentId = thread ? (messagesOf(thread).at(-1)?.id ?? null) : null
  return { kind: 'send', conversationId, parentId, text, files: attachmentsIn(files), model }
}

function setSending(conversationId: string | null, sending: boolean): void {
  store.set(sendingAtom, (before) => {
    const after = new Set(before)
    if (sending) after.add(conversationId)
    else after.delete(conversationId)
    return after
  })
}
