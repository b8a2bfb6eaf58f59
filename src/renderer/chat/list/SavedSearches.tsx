import i18next from 'i18next'
import { atom, useAtomValue } from 'jotai'
import { Bookmark, BookmarkPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '../../../shared/chat/searching.ts'
import { maxSavedSearches, maxSearchNameLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { store } from '../../core/store.ts'
import { useTask } from '../../core/useTask.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { Chip } from '../../ui/layout/Chip.tsx'

const undoMilliseconds = 8000
const savedAtom = atom<readonly SavedSearch[]>([])

type Asked = Pick<SavedSearch, 'query' | 'filters'>

interface SavedSearchesProps {
  /** The search that can be saved; undefined if nothing is asked. */
  current: Asked | undefined
  onChoose: (search: SavedSearch) => void
}

async function keep(work: Promise<readonly SavedSearch[]>): Promise<void> {
  store.set(savedAtom, await work)
}

/** Removes a saved search and offers to undo that for a while. */
async function removeSaved(search: SavedSearch): Promise<void> {
  await keep(api.chat.removeSearch({ id: search.id }))
  showToast(i18next.t('chat.search.saved.removed'), {
    milliseconds: undoMilliseconds,
    action: {
      label: i18next.t('chat.delete.undo'),
      run: () => attempt(keep(api.chat.saveSearch(search))),
    },
  })
}

/** Shows the saved searches by name, and saves the current one. */
export function SavedSearches({ current, onChoose }: SavedSearchesProps): ReactNode {
  const { t, i18n } = useTranslation()
  const saved = useAtomValue(savedAtom)
  const [named, setNamed] = useState<SavedSearch>()
  useEffect(() => attempt(keep(api.chat.savedSearches({}))), [])
  const inOrder = saved.toSorted((one, other) => one.name.localeCompare(other.name, i18n.language))
  return (
    <>
      {current && (
        <div className="px-2.5">
          <Chip
            size="small"
            disabled={saved.length >= maxSavedSearches}
            onClick={() =>
              setNamed({
                ...current,
                id: crypto.randomUUID(),
                name: current.query.slice(0, maxSearchNameLength),
              })
            }
          >
            <BookmarkPlus aria-hidden className="size-3.5" />
            {t('chat.search.saved.save')}
          </Chip>
          {saved.length >= maxSavedSearches && (
            <p className="pt-1 text-xs text-muted">{t('chat.search.saved.full')}</p>
          )}
        </div>
      )}
      {!current && inOrder.length === 0 && (
        <p className="px-3.5 py-1 text-sm text-muted">{t('chat.search.saved.none')}</p>
      )}
      {!current && inOrder.length > 0 && (
        <ul
          aria-label={t('chat.search.saved.title')}
          className="min-h-0 grow overflow-y-auto px-2.5 pb-3"
        >
          {inOrder.map((search) => (
            <SavedRow
              key={search.id}
              search={search}
              onChoose={() => onChoose(search)}
              onRename={() => setNamed(search)}
            />
          ))}
        </ul>
      )}
      {named && <NameDialog search={named} onClose={() => setNamed(undefined)} />}
    </>
  )
}

interface SavedRowProps {
  search: SavedSearch
  onChoose: () => void
  onRename: () => void
}

function SavedRow({ search, onChoose, onRename }: SavedRowProps): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex items-center">
      <button
        type="button"
        className="pressable flex min-h-9 min-w-0 grow items-center gap-2.5 rounded-lg px-2.5 text-start text-sm hover:bg-hover"
        onClick={onChoose}
      >
        <Bookmark aria-hidden className="size-4 shrink-0 text-muted" />
        <bdi className="truncate">{search.name}</bdi>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="small"
            label={t('chat.search.saved.more', { name: search.name })}
            icon={<Ellipsis aria-hidden className="size-4" />}
          />
        }
      >
        <MenuItem icon={<Pencil aria-hidden className="size-4" />} onSelect={onRename}>
          {t('chat.search.saved.rename')}
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 aria-hidden className="size-4" />}
          onSelect={() => attempt(removeSaved(search))}
        >
          {t('chat.search.saved.remove')}
        </MenuItem>
      </Menu>
    </li>
  )
}

function NameDialog({ search, onClose }: { search: SavedSearch; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const [name, setName] = useState(search.name)
  const task = useTask()
  const written = name.trim()
  return (
    <FormDialog
      open
      title={t('chat.search.saved.nameTitle')}
      confirm={t('chat.search.saved.confirm')}
      disabled={written === ''}
      task={task}
      onClose={onClose}
      onSubmit={() => {
        void task.run(async () => {
          await keep(api.chat.saveSearch({ ...search, name: written }))
          onClose()
        })
      }}
    >
      <TextField
        label={t('chat.search.saved.name')}
        value={name}
        maxLength={maxSearchNameLength}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}
