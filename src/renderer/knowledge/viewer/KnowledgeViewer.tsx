import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../core/appearance/narrow.ts'
import { storedNumberAtom } from '../../core/stored/storedNumber.ts'
import { SidePanel } from '../../ui/layers/SidePanel.tsx'
import { DocumentPanel } from './DocumentPanel.tsx'
import { viewedAtom } from './openPassage.ts'

const widthAtom = storedNumberAtom('documentWidth', 520)

/** In a narrower window, a document would leave a conversation beside the list no room. */
const minWidthPixels = 1024

/**
 * Shows the document that was opened, with its passage marked: beside what is shown, or over it in
 * a narrow window.
 */
export function KnowledgeViewer(): ReactNode {
  const { t } = useTranslation()
  const narrow = useNarrow(minWidthPixels)
  const viewed = useAtomValue(viewedAtom)
  const [width, setWidth] = useAtom(widthAtom)
  if (!viewed) return null
  const panel = <DocumentPanel key={viewed.sourceId} viewed={viewed} />
  if (narrow) return <div className="absolute inset-0 z-20 bg-canvas">{panel}</div>
  return (
    <SidePanel
      side="end"
      share="half"
      resizeLabel={t('knowledge.viewer.width')}
      width={width}
      minimum={280}
      maximum={1200}
      onWidthChange={setWidth}
    >
      {panel}
    </SidePanel>
  )
}
