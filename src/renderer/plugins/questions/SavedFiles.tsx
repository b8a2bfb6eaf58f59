import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFile } from '../../../shared/plugins/mcp.ts'
import { formatBytes } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** Shows the files that a view wants to save. */
export function SavedFiles({ files }: { files: readonly SavedFile[] }): ReactNode {
  const { i18n } = useTranslation()
  return (
    <ul className="space-y-1 text-sm">
      {files.map(({ name, sizeBytes }, at) => (
        <li key={at} className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="min-w-0 break-all">{visibleText(name)}</bdi>
          <span className="text-xs text-muted">{formatBytes(i18n.language, sizeBytes)}</span>
        </li>
      ))}
    </ul>
  )
}
