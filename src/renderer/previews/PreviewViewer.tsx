import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../core/appearance/narrow.ts'
import { previewMinWidth, shownPreviewAtom } from '../core/shownPreview.ts'
import { storedNumberAtom } from '../core/stored/storedNumber.ts'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'

const widthAtom = storedNumberAtom('previewWidth', 560)

/** Shows the preview that was opened beside the conversation, or over it in a narrow window. */
export function PreviewViewer(): ReactNode {
  const { t } = useTranslation()
  const narrow = useNarrow(previewMinWidth)
  const shown = useAtomValue(shownPreviewAtom)
  const [width, setWidth] = useAtom(widthAtom)
  if (!shown) return null
  const panel = <PreviewPanel shown={shown} />
  if (narrow) return <div className="absolute inset-0 z-20 bg-canvas">{panel}</div>
  return (
    <SidePanel
      side="end"
      share="half"
      resizeLabel={t('previews.width')}
      width={width}
      minimum={280}
      maximum={1200}
      onWidthChange={setWidth}
    >
      {panel}
    </SidePanel>
  )
}
