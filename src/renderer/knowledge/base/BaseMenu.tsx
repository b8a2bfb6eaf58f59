import { useSetAtom } from 'jotai'
import { Ellipsis, FileOutput, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { takeBase } from '../bases.ts'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { RenameBaseDialog } from './RenameBaseDialog.tsx'

/** Offers what can be done with a whole base. */
export function BaseMenu({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  const [renaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { id: baseId, name } = base
  const remove = async (): Promise<void> => {
    await api.knowledge.remove({ baseId })
    takeBase(baseId)
    setView({})
    showToast(t('knowledge.removed', { name }))
  }
  const exportBase = async (): Promise<void> => {
    const { started } = await api.knowledge.exportBase({ baseId })
    if (started) showToast(t('knowledge.exporting'))
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('knowledge.menu.title', { name })}
            icon={<Ellipsis aria-hidden className="size-4.5" />}
          />
        }
      >
        <MenuItem
          icon={<Pencil aria-hidden className="size-4" />}
          onSelect={() => setRenaming(true)}
        >
          {t('knowledge.menu.rename')}
        </MenuItem>
        <MenuItem
          icon={<RefreshCw aria-hidden className="size-4" />}
          onSelect={() => attempt(api.knowledge.reindex({ baseId, sourceId: null }))}
        >
          {t('knowledge.menu.reindex')}
        </MenuItem>
        {base.store === 'local' && (
          <MenuItem
            icon={<FileOutput aria-hidden className="size-4 rtl:-scale-x-100" />}
            onSelect={() => attempt(exportBase())}
          >
            {t('knowledge.menu.export')}
          </MenuItem>
        )}
        <MenuItem
          danger
          icon={<Trash2 aria-hidden className="size-4" />}
          onSelect={() => setRemoving(true)}
        >
          {t('knowledge.menu.remove')}
        </MenuItem>
      </Menu>
      <RenameBaseDialog base={base} open={renaming} onOpenChange={setRenaming} />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('knowledge.removeBase.title', { name })}
        description={t(
          base.store === 'openai'
            ? 'knowledge.removeBase.hosted'
            : 'knowledge.removeBase.description',
        )}
        confirmLabel={t('knowledge.removeBase.confirm')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => attempt(remove())}
      />
    </>
  )
}
