import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Citation } from '../../../../shared/chat/parts.ts'
import { ExternalLink } from '../../../core/ExternalLink.tsx'
import { safeAddress } from '../../../markdown/safeAddress.ts'
import { Chip } from '../../../ui/layout/Chip.tsx'
import { formatNumber } from '../../../ui/formatAmount.ts'
import { useLayer } from '../../../ui/layers/layers.ts'

export interface PressedSource {
  number: number
  /** The pressed element, which gets the focus back. */
  anchor: HTMLElement
}

interface PressedSourcePopoverProps {
  citations: readonly Citation[]
  pressed: PressedSource | undefined
  onClose: () => void
}

/** Shows the passage of a cited source beside its number. */
export function PressedSourcePopover(props: PressedSourcePopoverProps): ReactNode {
  const { citations, pressed, onClose } = props
  const citation = citations.find(({ number }) => number === pressed?.number)
  useLayer('popup', citation !== undefined, onClose)
  if (!pressed || !citation) return null
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <SourcePopup citation={citation} anchor={pressed.anchor} />
    </Popover.Root>
  )
}

interface SourcesProps {
  citations: readonly Citation[]
  onOpen: (number: number, anchor: HTMLElement) => void
}

/**
 * Lists every source of an answer by number. One popup serves all, because there may be hundreds.
 */
export function Sources({ citations, onOpen }: SourcesProps): ReactNode {
  const { t, i18n } = useTranslation()
  if (citations.length === 0) return null
  return (
    <ul aria-label={t('chat.sources.title')} className="flex flex-wrap gap-1.5 pt-1">
      {citations.map(({ number, title, place }) => (
        <li key={number} className="min-w-0">
          <Chip
            size="small"
            data-source={number}
            {...(place ? {} : { 'aria-haspopup': 'dialog' as const })}
            onClick={(event) => onOpen(number, event.currentTarget)}
          >
            <span className="text-muted tabular-nums">{formatNumber(i18n.language, number)}</span>
            <span dir="auto" className="truncate">
              {title}
            </span>
            {typeof place?.page === 'number' && (
              <span className="shrink-0 text-muted">
                {t('chat.sources.page', { page: formatNumber(i18n.language, place.page) })}
              </span>
            )}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

interface SourcePopupProps {
  citation: Citation
  anchor: HTMLElement
}

function SourcePopup({ citation, anchor }: SourcePopupProps): ReactNode {
  return (
    <Popover.Portal>
      <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50" anchor={anchor}>
        <Popover.Popup
          finalFocus={() => anchor}
          className="popup-motion flex max-h-[min(24rem,var(--available-height))] w-96 max-w-(--available-width) flex-col gap-2 overflow-y-auto rounded-xl bg-raised p-4 text-sm text-ink shadow-popup outline-none"
        >
          <Popover.Title dir="auto" className="font-semibold">
            {citation.title}
          </Popover.Title>
          {citation.passage !== '' && (
            <Popover.Description
              dir="auto"
              className="selectable leading-relaxed break-words whitespace-pre-wrap"
            >
              {citation.passage}
            </Popover.Description>
          )}
          <p dir="auto" className="text-xs break-all text-muted">
            <SourceName source={citation.source} />
          </p>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}

/**
 * Shows a source's name: a link for a web address, plain text for a place in the guide or in a
 * file.
 */
function SourceName({ source }: { source: string }): ReactNode {
  const address = safeAddress(source)
  if (address === undefined) return source
  return (
    <ExternalLink address={address} className="text-accent-ink underline">
      {source}
    </ExternalLink>
  )
}
