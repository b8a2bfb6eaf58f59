import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BesidePanel } from '../core/BesidePanel.tsx'
import { previewMinWidth, shownPreviewAtom } from '../core/shownPreview.ts'
import { storedNumberAtom } from '../core/stored/storedNumber.ts'
import { PreviewPanel } from './PreviewPanel.tsx'

const widthAtom = storedNumberAtom('previewWidth', 560)

/** Shows the preview that was opened. */
export function PreviewViewer(): ReactNode {
  const { t } = useTranslation()
  const shown = useAtomValue(shownPreviewAtom)
  if (!shown) return null
  return (
    <BesidePanel minWidth={previewMinWidth} width={widthAtom} resizeLabel={t('previews.width')}>
      <PreviewPanel shown={shown} />
    </BesidePanel>
  )
}
