import { atom } from 'jotai'
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import type { Message } from '../../shared/chat/chat.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'
import { refuseStrayFiles } from '../attachments/DropTarget.tsx'
import { copyText } from '../ui/controls/copyText.ts'
import { showErrorToast, showToast } from '../ui/layers/Toast.tsx'
import { regenerate, showMessage, stopAnswer } from './conversation/answering.ts'
import { awaitingAnswer } from './conversation/awaitingAnswer.ts'
import { branchFrom, canBranch } from './conversation/branching.ts'
import { focusComposer, setDraft } from './composer/composing.ts'
import {
  currentConversationAtom,
  currentIdAtom,
  dropConversation,
  findConversation,
  putConversation,
  putConversations,
} from './conversation/conversations.ts'
import { chooseModel, newChatModelAtom } from './conversation/currentModel.ts'
import { createFolder, pinChats, startMove } from '../folders/folderActions.ts'
import { followFolders } from '../folders/folderList.ts'
import { shownChatsAtom } from './list/listRows.ts'
import { showListView } from './list/listView.ts'
import { attempt } from '../core/failures.ts'
import { selectedInLog } from './copying/logSelection.ts'
import { printThread } from './log/usePrinting.ts'
import { startQueues } from './conversation/queue.ts'
import { runningRepliesAtom } from './conversation/replies.ts'
import { copiedMessage } from './message/copiedMessage.ts'
import { followShownChat, markRead } from './conversation/unread.ts'
import {
  findThread,
  forgetThread,
  messagesOf,
  openThread,
  rebuildThread,
  reloadThread,
} from './conversation/thread.ts'

export { focusComposer } from './composer/composing.ts'
export { chooseModel } from './conversation/currentModel.ts'
export { guideModel } from './conversation/guideModel.ts'
export { findStep, openFind } from './find/find.ts'

const undoMilliseconds = 8000

/** The id of the conversation whose title the user edits in the list; null for none. */
export const renamingIdAtom = atom<string | null>(null)

export function newChat(): void {
  store.set(currentIdAtom, null)
  store.set(newChatModelAtom, null)
  requestAnimationFrame(focusComposer)
}

/** Opens a new chat with a model. `text` becomes the draft. */
export function startChat(model: ModelReference, text = ''): void {
  newChat()
  attempt(chooseModel(model))
  if (text) setDraft(text)
}

/** Opens a conversation and shows the given message. */
export function openChat(id: string, messageId?: string | null): void {
  store.set(currentIdAtom, id)
  const thread = openThread(id)
  if (!findConversation(id)) attempt(api.chat.get({ id }).then(putConversation))
  if (messageId) attempt(showMessage(thread, messageId))
}

export function hasCurrent(): boolean {
  return store.get(currentIdAtom) !== null
}

export function nextChat(): void {
  moveInList(1)
}

export function previousChat(): void {
  moveInList(-1)
}

function moveInList(step: 1 | -1): void {
  const conversations = store.get(shownChatsAtom)
  const current = store.get(currentIdAtom)
  const index = conversations.findIndex(({ id }) => id === current)
  const target = conversations[index < 0 ? 0 : index + step]
  if (target) openChat(target.id)
}

export function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-chat-search]')?.focus()
}

export function renameCurrent(): void {
  // Synchronous, so that the next keystrokes reach the title field and not the composer.
  flushSync(() => store.set(renamingIdAtom, store.get(currentIdAtom)))
}

export function deleteCurrent(): void {
  const id = store.get(currentIdAtom)
  if (id !== null) attempt(deleteChat(id))
}

/** Moves a conversation into the archive, or out of it, and offers to undo that for a while. */
export async function archiveChat(id: string, isArchived: boolean): Promise<void> {
  putConversation(await api.chat.archive({ id, isArchived }))
  showToast(i18next.t(isArchived ? 'chat.archive.done' : 'chat.archive.undone'), {
    milliseconds: undoMilliseconds,
    action: {
      label: i18next.t('chat.delete.undo'),
      run: () => attempt(api.chat.archive({ id, isArchived: !isArchived }).then(putConversation)),
    },
  })
}

/** Moves a conversation into the trash and offers to undo that for a while. */
export async function deleteChat(id: string): Promise<void> {
  await stopAnswer(id)
  await api.chat.remove({ id })
  forgetChat(id)
  showToast(i18next.t('chat.delete.done'), {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('chat.delete.undo'), run: () => attempt(restoreChat(id)) },
  })
}

/** Forgets a removed conversation. If it is open, its neighbour in the list opens instead. */
function forgetChat(id: string): void {
  markRead(id)
  const conversations = store.get(shownChatsAtom)
  const index = conversations.findIndex((conversation) => conversation.id === id)
  const neighbour = index < 0 ? undefined : (conversations[index + 1] ?? conversations[index - 1])
  if (store.get(currentIdAtom) === id) {
    if (neighbour) openChat(neighbour.id)
    else newChat()
  }
  dropConversation(id)
  forgetThread(id)
}

async function restoreChat(id: string): Promise<void> {
  putConversation(await api.chat.restore({ id }))
  openChat(id)
}

/** Takes a conversation out of the trash, and offers to open it. */
export async function restoreFromTrash(id: string): Promise<void> {
  putConversation(await api.chat.restore({ id }))
  showToast(i18next.t('chat.trash.restored'), {
    action: { label: i18next.t('chat.trash.open'), run: () => openChat(id) },
  })
}

export function archiveCurrent(): void {
  const conversation = store.get(currentConversationAtom)
  if (conversation) attempt(archiveChat(conversation.id, !conversation.isArchived))
}

/** Creates a folder at the top, and lets the user name it. */
export function newFolder(): void {
  showListView('chats')
  attempt(createFolder(null))
}

export function pinCurrent(): void {
  const conversation = store.get(currentConversationAtom)
  if (conversation) attempt(pinChats([conversation.id], conversation.pinKey === null))
}

export function moveCurrent(): void {
  const id = store.get(currentIdAtom)
  if (id !== null) startMove([id])
}

export function printCurrent(): void {
  const id = store.get(currentIdAtom)
  const thread = id === null ? undefined : findThread(id)
  if (thread) attempt(printThread(thread))
}

export function canStop(): boolean {
  const id = store.get(currentIdAtom)
  if (id === null) return false
  return store.get(runningRepliesAtom).has(id) || awaitingAnswer(id) !== undefined
}

export function stopCurrent(): void {
  const id = store.get(currentIdAtom)
  if (id !== null) attempt(stopAnswer(id))
}

function lastAnswer(): Message | undefined {
  const id = store.get(currentIdAtom)
  const thread = id === null ? undefined : findThread(id)
  return thread && messagesOf(thread).findLast(({ role }) => role === 'assistant')
}

export function copyLastAnswer(): void {
  const message = lastAnswer()
  if (!message) return
  void copyText(copiedMessage(message, i18next.t)).then((copied) => {
    if (copied) showToast(i18next.t('markdown.copy.copied'))
    else showErrorToast(i18next.t('markdown.copy.failed'))
  })
}

/** Tells whether anything is selected in the open chat. */
export function hasSelection(): boolean {
  return selectedInLog() !== undefined
}

/** Copies the selection in the open chat as plain text, without Markdown's marks. */
export function copyPlainText(): void {
  attempt(import('./copying/copySelection.ts').then((copying) => copying.copyPlainText()))
}

/** Opens a new chat with the messages up to this one, unless the user is elsewhere by then. */
export async function openBranch(message: Message): Promise<void> {
  const id = await branchFrom(message)
  if (id === undefined || store.get(currentIdAtom) !== message.conversationId) return
  openChat(id)
  requestAnimationFrame(focusComposer)
}

/** Returns the last message of the open chat if a chat can branch from it. */
function branchableMessage(): Message | undefined {
  const id = store.get(currentIdAtom)
  const thread = id === null ? undefined : findThread(id)
  const last = thread && messagesOf(thread).at(-1)
  return last && canBranch(last) ? last : undefined
}

export function canBranchLast(): boolean {
  return branchableMessage() !== undefined
}

export function branchLast(): void {
  const message = branchableMessage()
  if (message) attempt(openBranch(message))
}

export function regenerateLast(): void {
  const message = lastAnswer()
  if (message) attempt(regenerate(message))
}

let started = false

/** Loads the list of chats and keeps it up to date. Further calls do nothing. */
export function startChats(): void {
  if (started) return
  started = true
  refuseStrayFiles()
  followFolders()
  startQueues()
  followShownChat()
  api.chat.conversationChanged((conversation) => {
    const usedBefore = findConversation(conversation.id)?.usedAt
    putConversation(conversation)
    const thread = findThread(conversation.id)
    const answering = store.get(runningRepliesAtom).has(conversation.id)
    // Another window has added to the conversation: this window's thread is no longer complete.
    if (thread && !answering && usedBefore !== conversation.usedAt) void reloadThread(thread)
  })
  api.chat.treeChanged(({ conversationId, parentId }) => {
    const thread = findThread(conversationId)
    if (thread) void rebuildThread(thread, parentId)
  })
  api.chat.conversationsChanged(putConversations)
  api.chat.conversationRemoved(({ id }) => forgetChat(id))
}
