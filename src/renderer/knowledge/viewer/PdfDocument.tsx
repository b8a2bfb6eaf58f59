import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import type { FindCount } from './FindField.tsx'
import type { OpenPdf, PagePlaces } from './openPdf.ts'
import { PdfTools } from './PdfTools.tsx'

interface PdfDocumentProps {
  source: Source
  /** The passage's first page, from 1; null without a passage. */
  page: number | null
  rectangles: PagePlaces
  /** Each new object shows the passage again. */
  opening: unknown
  /** Called if the file can't be shown: its text may still be. */
  onFailed: () => void
}

/** Shows the pages of a PDF document, with the lines of a passage painted. */
export function PdfDocument(props: PdfDocumentProps): ReactNode {
  const { source, page, rectangles, opening, onFailed } = props
  const { t } = useTranslation()
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const [content, setContent] = useState<HTMLDivElement | null>(null)
  const [pdf, setPdf] = useState<OpenPdf>()
  const [shownPage, setShownPage] = useState(1)
  const [scale, setScale] = useState(1)
  const [found, setFound] = useState<FindCount>({ current: 0, total: 0 })
  const fail = useEffectEvent(onFailed)
  const labels = useEffectEvent(() => ({
    citedLabel: t('knowledge.viewer.cited'),
    pageLabel: (number: number) => t('knowledge.page', { page: number }),
  }))
  useEffect(() => {
    if (!container || !content) return
    let opened: OpenPdf | undefined
    let isClosed = false
    const open = async (): Promise<void> => {
      const { openPdf } = await import('./openPdf.ts')
      if (isClosed) return
      opened = await openPdf({
        container,
        content,
        address: `/knowledge/${source.baseId}.${source.id}`,
        ...labels(),
        onPage: setShownPage,
        onScale: setScale,
        onFound: setFound,
      })
      if (isClosed) opened.close()
      else setPdf(opened)
    }
    open().catch((error: unknown) => {
      if (isClosed) return
      console.error('A PDF document could not be shown', error)
      fail()
    })
    return () => {
      isClosed = true
      opened?.close()
    }
  }, [container, content, source.baseId, source.id])
  useEffect(() => {
    if (page !== null) void pdf?.showPassage(page, rectangles)
  }, [pdf, page, rectangles, opening])
  return (
    <>
      {pdf && <PdfTools pdf={pdf} page={shownPage} scale={scale} found={found} />}
      <div className="relative min-h-0 flex-1">
        {!pdf && <Skeleton className="absolute inset-4" />}
        <div
          ref={setContainer}
          role="group"
          tabIndex={0}
          aria-label={t('knowledge.viewer.pages')}
          // A page that just fits would otherwise grow and shrink with the scrollbar, and never be drawn.
          className="absolute inset-0 [scrollbar-gutter:stable] overflow-auto"
        >
          <div ref={setContent} className="pdfViewer" />
        </div>
      </div>
    </>
  )
}
