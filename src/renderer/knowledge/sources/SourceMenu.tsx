import { useSetAtom } from 'jotai'
import {
  BookOpenText,
  Ellipsis,
  ExternalLink,
  Languages,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { editedNoteAtom } from '../adding/editedNote.ts'
import { openSource } from '../viewer/openPassage.ts'
import { isReadable } from './isReadable.ts'
import { removeSource } from './removeSource.ts'
import { hasEncoding, shownEncodingAtom } from './shownEncoding.ts'

/** Offers what can be done with one source. */
export function SourceMenu({ source }: { source: Source }): ReactNode {
  const { t } = useTranslation()
  const setNote = useSetAtom(editedNoteAtom)
  const showEncoding = useSetAtom(shownEncodingAtom)
  const { id: sourceId, baseId, kind } = source
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="small"
          label={t('knowledge.menu.title', { name: visibleText(source.name) })}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    >
      {isReadable(source) && (
        <MenuItem
          icon={<BookOpenText aria-hidden className="size-4" />}
          onSelect={() => openSource(source)}
        >
          {t('knowledge.menu.view')}
        </MenuItem>
      )}
      {kind === 'note' && (
        <MenuItem
          icon={<Pencil aria-hidden className="size-4" />}
          onSelect={() => setNote({ baseId, source })}
        >
          {t('knowledge.menu.editNote')}
        </MenuItem>
      )}
      {(kind === 'file' || kind === 'page') && (
        <MenuItem
          icon={<ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />}
          onSelect={() => attempt(api.knowledge.openOriginal({ baseId, sourceId }))}
        >
          {t(kind === 'file' ? 'knowledge.menu.openFile' : 'knowledge.menu.openPage')}
        </MenuItem>
      )}
      <MenuItem
        icon={<RefreshCw aria-hidden className="size-4" />}
        onSelect={() => attempt(api.knowledge.reindex({ baseId, sourceId }))}
      >
        {t('knowledge.menu.readAgain')}
      </MenuItem>
      {hasEncoding(source) && (
        <MenuItem
          icon={<Languages aria-hidden className="size-4" />}
          onSelect={() => showEncoding(source)}
        >
          {t('knowledge.menu.encoding')}
        </MenuItem>
      )}
      <MenuItem
        danger
        icon={<Trash2 aria-hidden className="size-4" />}
        onSelect={() => removeSource(source)}
      >
        {t('knowledge.menu.removeSource')}
      </MenuItem>
    </Menu>
  )
}
