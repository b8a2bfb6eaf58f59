import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { InsertedContent } from './insertedContent.ts'
import { useChangedResources } from './useChangedResources.ts'

interface ChangedResourcesProps {
  /** The draft's files. */
  files: readonly Attachment[]
  onInsert: (content: InsertedContent) => void
  onRemove: (file: Attachment) => void
}

/** Says that an attached resource has changed on its server, and takes it anew. */
export function ChangedResources({ files, onInsert, onRemove }: ChangedResourcesProps): ReactNode {
  const { t } = useTranslation()
  const { run, running, failure } = useTask()
  const changed = useChangedResources(files)
  const take = (file: Attachment): void => {
    const { pluginId = '', uri = null } = file.origin ?? {}
    if (uri === null) return
    void run(async () => {
      const taken = await api.pluginContent.read({ pluginId, uri })
      onRemove(file)
      onInsert({ text: null, files: taken })
    })
  }
  return (
    <div role="status" className="text-sm">
      {changed.map((file) => (
        <p
          key={`${file.id} ${file.origin?.uri ?? ''}`}
          className="flex flex-wrap items-center gap-2 rounded-xl bg-control px-3 py-1.5"
        >
          <span className="min-w-0 flex-1 break-words">
            {t('plugins.resources.changed', {
              name: visibleText(file.name),
              server: visibleText(file.origin?.title ?? ''),
            })}
          </span>
          <Button size="small" disabled={running} onClick={() => take(file)}>
            {t('plugins.resources.takeAnew')}
          </Button>
        </p>
      ))}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </div>
  )
}
