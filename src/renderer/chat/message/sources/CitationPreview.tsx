import { PreviewCard } from '@base-ui/react/preview-card'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Citation } from '../../../../shared/chat/parts.ts'
import { WhyPassage } from '../../../knowledge/search/WhyPassage.tsx'
import { formatNumber } from '../../../ui/formatAmount.ts'

interface CitationPreviewProps {
  citation: Citation
  anchor: HTMLElement
  onClose: () => void
}

/** Shows a cited passage beside its number, and why it was found. It takes no focus. */
export function CitationPreview({ citation, anchor, onClose }: CitationPreviewProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { title, passage, source, place, ranks } = citation
  const page = place?.page
  return (
    <PreviewCard.Root open onOpenChange={(open) => open || onClose()}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="top" sideOffset={6} className="z-50" anchor={anchor}>
          <PreviewCard.Popup
            role="tooltip"
            className="popup-motion flex max-h-[min(22rem,var(--available-height))] w-96 max-w-(--available-width) flex-col gap-2 overflow-hidden rounded-xl bg-raised p-4 text-sm text-ink shadow-popup"
          >
            <p dir="auto" className="font-semibold break-words">
              {title}
            </p>
            <p dir="auto" className="text-xs break-words text-muted">
              {source}
              {typeof page === 'number' &&
                ` · ${t('knowledge.page', { page: formatNumber(i18n.language, page) })}`}
            </p>
            <p dir="auto" className="line-clamp-8 leading-relaxed break-words whitespace-pre-line">
              {passage}
            </p>
            {ranks && (
              <div className="border-t border-line pt-2">
                <p className="pb-1 text-xs font-medium">{t('knowledge.why.title')}</p>
                <WhyPassage hit={ranks} />
              </div>
            )}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}
