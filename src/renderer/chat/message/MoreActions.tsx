import { useAtomValue } from 'jotai'
import {
  Columns2,
  Ellipsis,
  GitBranch,
  GraduationCap,
  ListPlus,
  Table2,
  Trash2,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { DeletionExtent } from '../../../shared/chat/tree.ts'
import { attempt } from '../../core/failures.ts'
import { placeAtom, store, tablePromptAtom } from '../../core/store.ts'
import { goodExamplesAtom, markExample } from '../../fineTuning/goodExamples.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { openBranch } from '../actions.ts'
import { canCompare, CompareVersions } from '../columns/CompareVersions.tsx'
import { canBranch } from '../conversation/branching.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { filesOf, textOf } from '../conversation/replyMessage.ts'
import { DeleteDialog } from '../deleting/DeleteDialog.tsx'
import { deleteMessages, measureDeletion } from '../deleting/deleteMessages.ts'

/** Loaded when needed: few answers are compared. */
const compareWith = lazyComponent(
  async () => (await import('../columns/CompareWith.tsx')).CompareWith,
)

type Layer =
  | { kind: 'compare' }
  | { kind: 'compareWith' }
  | { kind: 'delete'; extent: DeletionExtent }

/** Opens the menu of what can be done with a message and is needed rarely. */
export function MoreActions({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  const [layer, setLayer] = useState<Layer>()
  const answering = useAtomValue(runningRepliesAtom).has(message.conversationId)
  const close = (): void => setLayer(undefined)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="small"
            label={t('chat.message.more')}
            icon={<Ellipsis aria-hidden className="size-4" />}
          />
        }
      >
        <MoreItems message={message} answering={answering} onOpen={setLayer} />
      </Menu>
      {/* The columns are read once: an answer that starts meanwhile would make them stale. */}
      {layer?.kind === 'compare' && !answering && (
        <CompareVersions shown={message} onClose={close} />
      )}
      {layer?.kind === 'compareWith' && <compareWith.Component message={message} onClose={close} />}
      {layer?.kind === 'delete' && (
        <DeleteDialog message={message} extent={layer.extent} onClose={close} />
      )}
    </>
  )
}

interface MoreItemsProps {
  message: Message
  answering: boolean
  onOpen: (layer: Layer) => void
}

/** The entries of the menu. A new one stands here. */
function MoreItems({ message, answering, onOpen }: MoreItemsProps): ReactNode {
  const { t } = useTranslation()
  const isGood = useAtomValue(goodExamplesAtom).has(message.id)
  const text = textOf(message)
  const isTable = message.role === 'user' && text !== '' && filesOf(message).length === 0
  const remove = async (): Promise<void> => {
    const extent = await measureDeletion(message)
    // A single message comes back by one press, so nobody is asked.
    if (extent.following + extent.inOtherVersions === 0) await deleteMessages(message, true)
    else onOpen({ kind: 'delete', extent })
  }
  return (
    <>
      {canBranch(message) && (
        <MenuItem icon={iconOf(GitBranch)} onSelect={() => attempt(openBranch(message))}>
          {t('app.commands.branchChat')}
        </MenuItem>
      )}
      {canCompare(message) && (
        <MenuItem
          icon={iconOf(Columns2)}
          disabled={answering}
          onSelect={() => onOpen({ kind: 'compare' })}
        >
          {t('chat.message.compareVersions')}
        </MenuItem>
      )}
      {message.role === 'assistant' && message.status !== 'awaiting' && (
        <MenuItem
          icon={iconOf(ListPlus)}
          disabled={answering}
          onSelect={() => onOpen({ kind: 'compareWith' })}
        >
          {t('chat.columns.compareWith')}
        </MenuItem>
      )}
      {message.role === 'assistant' && text !== '' && (
        <MenuItem
          icon={iconOf(GraduationCap)}
          checked={isGood}
          onSelect={() => attempt(markExample(message.id, !isGood))}
        >
          {t('chat.message.goodExample')}
        </MenuItem>
      )}
      {isTable && (
        <MenuItem icon={iconOf(Table2)} onSelect={() => runOverTable(text)}>
          {t('app.commands.openTables')}
        </MenuItem>
      )}
      <MenuItem
        danger
        icon={iconOf(Trash2)}
        disabled={answering}
        onSelect={() => attempt(remove())}
      >
        {t('chat.message.delete')}
      </MenuItem>
    </>
  )
}

function iconOf(Icon: LucideIcon): ReactNode {
  return <Icon aria-hidden className="size-4" />
}

/** Takes a text to the tables, as the prompt for each row. */
function runOverTable(text: string): void {
  store.set(tablePromptAtom, text)
  store.set(placeAtom, 'batches')
}
