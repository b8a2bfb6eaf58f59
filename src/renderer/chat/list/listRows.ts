import { atom } from 'jotai'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { folderTreeAtom } from '../../folders/folderList.ts'
import {
  chatList,
  chatsInFolder,
  currentIdAtom,
  pinnedList,
} from '../conversation/conversations.ts'

/** The chats that the list shows, from the top down: pinned ones, those in open folders, the others. */
export const shownChatsAtom = atom((get): readonly Conversation[] => {
  const tree = get(folderTreeAtom)
  const inFolders = (parentId: string | null): Conversation[] =>
    (tree.get(parentId) ?? [])
      .filter(({ isOpen }) => isOpen)
      .flatMap(({ id }) => [...inFolders(id), ...get(chatsInFolder(id).atom).conversations])
  return [
    ...get(pinnedList.atom).conversations,
    ...inFolders(null),
    ...get(chatList.atom).conversations,
  ]
})

/** The id of the row that the Tab key reaches: the open chat, or the first chat or folder. */
export const tabStopAtom = atom((get): string | undefined => {
  const currentId = get(currentIdAtom)
  if (currentId !== null && get(shownChatsAtom).some(({ id }) => id === currentId)) return currentId
  const [firstPin] = get(pinnedList.atom).conversations
  const [firstFolder] = get(folderTreeAtom).get(null) ?? []
  return (firstPin ?? firstFolder ?? get(chatList.atom).conversations[0])?.id
})
