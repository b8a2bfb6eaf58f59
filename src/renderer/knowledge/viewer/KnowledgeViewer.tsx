import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BesidePanel } from '../../core/BesidePanel.tsx'
import { storedNumberAtom } from '../../core/stored/storedNumber.ts'
import { DocumentPanel } from './DocumentPanel.tsx'
import { viewedAtom, viewerMinWidth } from './openPassage.ts'

const widthAtom = storedNumberAtom('documentWidth', 520)

/** Shows the document that was opened, with its passage marked. */
export function KnowledgeViewer(): ReactNode {
  const { t } = useTranslation()
  const viewed = useAtomValue(viewedAtom)
  if (!viewed) return null
  return (
    <BesidePanel
      minWidth={viewerMinWidth}
      width={widthAtom}
      resizeLabel={t('knowledge.viewer.width')}
    >
      <DocumentPanel key={viewed.sourceId} viewed={viewed} />
    </BesidePanel>
  )
}
