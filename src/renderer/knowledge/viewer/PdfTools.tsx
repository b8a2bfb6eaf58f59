import { TableOfContents, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercentage } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { FindField, type FindCount } from './FindField.tsx'
import type { OpenPdf } from './openPdf.ts'

interface PdfToolsProps {
  pdf: OpenPdf
  page: number
  scale: number
  found: FindCount
}

/** Shows the page's number, the size of the pages and a search in them. */
export function PdfTools({ pdf, page, scale, found }: PdfToolsProps): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 pb-2.5 text-sm">
      {pdf.outline.length > 0 && <Outline pdf={pdf} />}
      <PageField key={page} pdf={pdf} page={page} />
      <div className="flex items-center">
        <IconButton
          size="small"
          label={t('knowledge.viewer.zoomOut')}
          icon={<ZoomOut aria-hidden className="size-4" />}
          onClick={() => pdf.zoom(-1)}
        />
        <button
          type="button"
          aria-label={t('app.palette.settingValue', {
            setting: t('knowledge.viewer.fitWidth'),
            value: formatPercentage(i18n.language, scale),
          })}
          onClick={pdf.fitWidth}
          className="pressable min-h-7 rounded-md px-1 text-xs text-muted tabular-nums hover:bg-hover hover:text-ink"
        >
          {formatPercentage(i18n.language, scale)}
        </button>
        <IconButton
          size="small"
          label={t('knowledge.viewer.zoomIn')}
          icon={<ZoomIn aria-hidden className="size-4" />}
          onClick={() => pdf.zoom(1)}
        />
      </div>
      <FindField found={found} onFind={pdf.find} />
    </div>
  )
}

/** Lists the document's own table of contents. */
function Outline({ pdf }: Pick<PdfToolsProps, 'pdf'>): ReactNode {
  const { t } = useTranslation()
  const label = t('knowledge.viewer.outline')
  const items = pdf.outline.map(({ title, parent }, index) => ({
    value: String(index),
    label: title,
    ...(parent !== undefined && { description: parent }),
  }))
  return (
    <SearchableSelect
      trigger={
        <IconButton
          size="small"
          label={label}
          icon={<TableOfContents aria-hidden className="size-4 rtl:-scale-x-100" />}
        />
      }
      listLabel={label}
      searchLabel={t('knowledge.viewer.outlineSearch')}
      emptyText={t('knowledge.viewer.outlineNone')}
      groups={[{ label: '', items }]}
      onSelect={(index) => {
        const entry = pdf.outline[Number(index)]
        if (entry) pdf.openEntry(entry)
      }}
    />
  )
}

/** Shows the number of the page, which the user can change to go to another one. */
function PageField({ pdf, page }: Pick<PdfToolsProps, 'pdf' | 'page'>): ReactNode {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const go = (): void => {
    const wanted = Number(typed)
    setTyped(undefined)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pdf.pages) pdf.goTo(wanted)
  }
  return (
    <div className="flex items-center gap-1.5 tabular-nums">
      <input
        aria-label={t('knowledge.viewer.page')}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
        className="field h-7 w-12 px-1 text-center text-sm"
      />
      <span className="text-muted">
        {t('knowledge.viewer.ofPages', { pages: formatNumber(i18n.language, pdf.pages) })}
      </span>
    </div>
  )
}
