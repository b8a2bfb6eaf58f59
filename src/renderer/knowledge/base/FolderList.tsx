import { Folder as FolderIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base, Folder } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'

/** Lists the folders that a base watches. */
export function FolderList({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const [removed, setRemoved] = useState<Folder>()
  const title = t('knowledge.folders.title')
  if (base.folders.length === 0) return null
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <RowList label={title}>
        {base.folders.map((folder) => (
          <li key={folder.id} className="flex items-center gap-3 px-3.5 py-2">
            <FolderIcon aria-hidden className="size-4 shrink-0 text-muted" />
            <div className="min-w-0 grow text-sm">
              <p dir="ltr" className="text-start break-all">
                {folder.path}
              </p>
              <p className="text-xs text-muted">
                {folder.error
                  ? errorText(t, folder.error).sentence
                  : t('knowledge.folders.watched', { count: folder.sources })}
              </p>
            </div>
            <Button
              size="small"
              variant="quiet"
              aria-label={t('knowledge.folders.removeNamed', { path: folder.path })}
              onClick={() => setRemoved(folder)}
            >
              {t('knowledge.folders.remove')}
            </Button>
          </li>
        ))}
      </RowList>
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => open || setRemoved(undefined)}
        title={t('knowledge.folders.removeTitle')}
        description={t('knowledge.folders.removeDescription')}
        confirmLabel={t('knowledge.folders.remove')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => {
          if (!removed) return
          attempt(api.knowledge.removeFolder({ baseId: base.id, folderId: removed.id }))
        }}
      />
    </section>
  )
}
