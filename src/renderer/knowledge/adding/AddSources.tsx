import { useSetAtom } from 'jotai'
import { ChevronDown, FilePlus, FolderPlus, Globe, MessagesSquare, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { AddChatsDialog } from './AddChatsDialog.tsx'
import { AddPageDialog } from './AddPageDialog.tsx'
import { editedNoteAtom } from './editedNote.ts'
import { NoteDialog } from './NoteDialog.tsx'

/** Offers every way to add sources to a base. */
export function AddSources({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const setNote = useSetAtom(editedNoteAtom)
  const setView = useSetAtom(knowledgeViewAtom)
  const [asked, setAsked] = useState<'page' | 'chats'>()
  const { id: baseId } = base
  const show = (): void => setView({ baseId, tab: 'sources' })
  const choose = async (choosing: Promise<{ added: number }>): Promise<void> => {
    const { added } = await choosing
    if (added > 0) show()
  }
  return (
    <>
      <div className="flex">
        <Button
          variant="primary"
          icon={<FilePlus aria-hidden className="size-4" />}
          onClick={() => attempt(choose(api.knowledge.chooseFiles({ baseId })))}
          className="rounded-e-none"
        >
          {t('knowledge.add.files')}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton
              label={t('knowledge.add.more')}
              icon={<ChevronDown aria-hidden className="size-4" />}
              className="ms-px w-8! rounded-s-none bg-accent text-on-accent! hover:bg-accent-strong!"
            />
          }
        >
          <MenuItem
            icon={<FolderPlus aria-hidden className="size-4" />}
            onSelect={() => attempt(choose(api.knowledge.chooseFolder({ baseId })))}
          >
            {t('knowledge.add.folder')}
          </MenuItem>
          <MenuItem
            icon={<Globe aria-hidden className="size-4" />}
            onSelect={() => setAsked('page')}
          >
            {t('knowledge.add.page')}
          </MenuItem>
          <MenuItem
            icon={<MessagesSquare aria-hidden className="size-4" />}
            onSelect={() => setAsked('chats')}
          >
            {t('knowledge.add.chats')}
          </MenuItem>
          <MenuItem
            icon={<NotebookPen aria-hidden className="size-4" />}
            onSelect={() => setNote({ baseId })}
          >
            {t('knowledge.add.note')}
          </MenuItem>
        </Menu>
      </div>
      <AddPageDialog
        base={base}
        open={asked === 'page'}
        onClose={() => setAsked(undefined)}
        onAdded={show}
      />
      <AddChatsDialog
        base={base}
        open={asked === 'chats'}
        onClose={() => setAsked(undefined)}
        onAdded={show}
      />
      <NoteDialog onSaved={show} />
    </>
  )
}
