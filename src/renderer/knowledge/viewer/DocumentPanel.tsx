import { ExternalLink, FileText, FileType, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { pressedCommand } from '../../core/shortcutsAtom.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useKeyWithin } from '../../ui/layers/useKeyWithin.ts'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { isDrawnMarkdown, MarkdownDocument } from './MarkdownDocument.tsx'
import { PassageNotice } from './PassageNotice.tsx'
import { PdfDocument } from './PdfDocument.tsx'
import { TextDocument } from './TextDocument.tsx'
import { closeViewer } from './openPassage.ts'
import type { Viewed } from './openPassage.ts'
import { useViewed } from './useViewed.ts'
import type { OpenDocument } from './useViewed.ts'

function focusSearch(region: HTMLElement | null): void {
  const field = region?.querySelector<HTMLInputElement>('input[type=search]')
  field?.focus()
  field?.select()
}

/** Shows one document with its name, what became of the cited passage, and the way to the file. */
export function DocumentPanel({ viewed }: { viewed: Viewed }): ReactNode {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const { opened, failure, reload } = useViewed(viewed)
  const [asText, setAsText] = useState(false)
  /** The passage for which the user has chosen, even if it is not seen so. */
  const chosenFor = useRef<Viewed>(null)
  const onUnseen = useCallback(() => {
    if (chosenFor.current !== viewed) setAsText(true)
  }, [viewed])
  useEffect(() => region.current?.focus({ preventScroll: true }), [viewed])
  useKeyWithin(region, (event) => {
    if (event.key === 'Escape') closeViewer()
    else if (pressedCommand(event) === 'findInChat') focusSearch(region.current)
    else return false
    return true
  })
  const drawnAs = opened && drawingOf(opened.source)
  return (
    <section
      ref={region}
      tabIndex={-1}
      data-document=""
      aria-label={t('knowledge.viewer.title')}
      className="flex h-full flex-col outline-none"
    >
      <div className="flex min-h-12 shrink-0 items-center gap-1 ps-4 pe-2 select-none">
        <h2 dir="auto" className="own-direction min-w-0 grow truncate text-sm font-semibold">
          {opened && visibleText(opened.source.name)}
        </h2>
        {drawnAs && (
          <IconButton
            size="small"
            label={t(asText ? asDrawn[drawnAs] : 'knowledge.viewer.asText')}
            icon={
              asText ? (
                <FileText aria-hidden className="size-4" />
              ) : (
                <FileType aria-hidden className="size-4" />
              )
            }
            onClick={() => {
              chosenFor.current = viewed
              setAsText(!asText)
            }}
          />
        )}
        {opened && <OriginalButton source={opened.source} />}
        <IconButton
          size="small"
          label={t('knowledge.viewer.close')}
          shortcut="Esc"
          icon={<X aria-hidden className="size-4" />}
          onClick={closeViewer}
        />
      </div>
      {failure ? (
        <div className="p-4">
          <ErrorAlert
            error={failure.error}
            since={failure.at}
            onAction={reload}
            offered={['retry']}
          />
        </div>
      ) : opened ? (
        <>
          <PassageNotice located={opened.located} passage={viewed.cited?.passage} />
          <Content opened={opened} viewed={viewed} asText={asText} onUnseen={onUnseen} />
        </>
      ) : (
        <Skeleton className="m-4 h-60" />
      )}
    </section>
  )
}

/** The view that draws a document other than as text; `undefined` for none. */
function drawingOf(source: Source): 'pages' | 'markdown' | undefined {
  if (source.mediaType === 'application/pdf') return 'pages'
  return isDrawnMarkdown(source) ? 'markdown' : undefined
}

const asDrawn = {
  pages: 'knowledge.viewer.asPages',
  markdown: 'knowledge.viewer.asMarkdown',
} as const

interface ContentProps {
  opened: OpenDocument
  viewed: Viewed
  asText: boolean
  /** Called if the passage is only seen in the text. */
  onUnseen: () => void
}

function Content({ opened, viewed, asText, onUnseen }: ContentProps): ReactNode {
  const { source, located } = opened
  const [unshown, setUnshown] = useState(false)
  const place = located && 'place' in located ? located.place : undefined
  /** A document that has changed is read anew. */
  const version = `${source.id} ${source.changedAt}`
  if (located?.state === 'gone') return null
  const drawnAs = asText ? undefined : drawingOf(source)
  if (drawnAs === 'pages' && !unshown) {
    const rectangles = located && 'rectangles' in located ? located.rectangles : []
    return (
      <PdfDocument
        key={version}
        source={source}
        page={place?.page ?? null}
        rectangles={rectangles}
        opening={viewed}
        onFailed={() => setUnshown(true)}
      />
    )
  }
  const shown = { source, place, opening: viewed }
  if (drawnAs === 'markdown') {
    return <MarkdownDocument key={version} {...shown} onUnseen={onUnseen} />
  }
  return <TextDocument key={version} {...shown} />
}

/** Opens the source where it lies: the file, or the page in the browser. */
function OriginalButton({ source }: { source: Source }): ReactNode {
  const { t } = useTranslation()
  const { baseId, id: sourceId, kind } = source
  if (kind !== 'file' && kind !== 'page') return null
  return (
    <IconButton
      size="small"
      label={t(kind === 'file' ? 'knowledge.menu.openFile' : 'knowledge.menu.openPage')}
      icon={<ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />}
      onClick={() => attempt(api.knowledge.openOriginal({ baseId, sourceId }))}
    />
  )
}
