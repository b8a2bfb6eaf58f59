import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Folder } from '../../../shared/folders.ts'
import { folderTreeAtom } from '../../folders/folderList.ts'
import { branchOf } from '../../folders/folderMoves.ts'
import { knownByPlaceAtom } from '../conversation/conversations.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { unreadAtom } from '../conversation/unread.ts'
import { Sign } from './Sign.tsx'

/** Shows on a closed folder the sign of the chats that it hides. */
export function FolderSign({ folder }: { folder: Folder }): ReactNode {
  const tree = useAtomValue(folderTreeAtom)
  const places = useAtomValue(knownByPlaceAtom)
  const running = useAtomValue(runningRepliesAtom)
  const unread = useAtomValue(unreadAtom)
  const hidden = [...branchOf(tree, folder.id)].flatMap((id) => places.get(id) ?? [])
  return (
    <Sign
      answering={hidden.some(({ id }) => running.has(id))}
      awaitsUser={hidden.some(({ awaitsUser }) => awaitsUser)}
      unread={hidden.some(({ id }) => unread.has(id))}
    />
  )
}
