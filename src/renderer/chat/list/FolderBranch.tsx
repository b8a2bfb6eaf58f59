import { useAtomValue } from 'jotai'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '../../../shared/folders.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { folderTreeAtom } from '../../folders/folderList.ts'
import { FolderRow } from '../../folders/FolderRow.tsx'
import { chatsInFolder, currentIdAtom } from '../conversation/conversations.ts'
import { FolderSign } from './FolderSign.tsx'
import { ChatRows } from './ListRows.tsx'
import { tabStopAtom } from './listRows.ts'
import { MoreMark } from './MoreMark.tsx'

interface FolderBranchProps {
  folder: Folder
  tabStop: boolean
  onOpenChat: () => void
}

/** Shows a folder and, if it is open, what is in it. */
export const FolderBranch = memo(function FolderBranch(props: FolderBranchProps): ReactNode {
  const { folder, tabStop, onOpenChat } = props
  return (
    <li>
      <FolderRow
        folder={folder}
        tabStop={tabStop}
        sign={!folder.isOpen && <FolderSign folder={folder} />}
      />
      {folder.isOpen && <FolderContent folder={folder} onOpenChat={onOpenChat} />}
    </li>
  )
})

function FolderContent({ folder, onOpenChat }: Omit<FolderBranchProps, 'tabStop'>): ReactNode {
  const { t } = useTranslation()
  const list = chatsInFolder(folder.id)
  const { conversations, state, more, error } = useAtomValue(list.atom)
  const inner = useAtomValue(folderTreeAtom).get(folder.id) ?? []
  const currentId = useAtomValue(currentIdAtom)
  const tabStop = useAtomValue(tabStopAtom)
  const isEmpty = inner.length === 0 && conversations.length === 0
  return (
    <div className="ps-4">
      {!isEmpty && (
        <ul aria-label={folder.name}>
          {inner.map((child) => (
            <FolderBranch
              key={child.id}
              folder={child}
              tabStop={child.id === tabStop}
              onOpenChat={onOpenChat}
            />
          ))}
          <ChatRows {...{ conversations, currentId, tabStop, onOpenChat }} />
        </ul>
      )}
      {isEmpty && state === 'ready' && !error && (
        <p className="px-2.5 py-1.5 text-sm text-muted">{t('chat.folders.empty')}</p>
      )}
      {error && <ErrorAlert error={error} since={0} onAction={() => void list.loadMore()} />}
      {more && !error && <MoreMark count={conversations.length} onNear={list.loadMore} />}
    </div>
  )
}
