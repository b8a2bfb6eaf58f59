import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndexEntry } from '../../../shared/plugins/plugins.ts'
import { classNames } from '../../ui/classNames.ts'
import { moveFocus } from '../../ui/controls/moveFocus.ts'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { StatusDot } from '../../ui/status/StatusDot.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { PluginMark } from '../PluginMark.tsx'
import { categoryTitle } from './categories.ts'

interface MarketOptionProps {
  entry: IndexEntry
  installed: boolean
  /** Whether its description is being read. */
  reading: boolean
  /** Whether the Tab key reaches this option; the arrow keys reach the others. */
  tabStop: boolean
  onFocus: () => void
  onChoose: () => void
}

const tones = { works: 'success', partly: 'warning', not: 'danger' } as const

/** Shows an entry of the index. */
export function MarketOption(props: MarketOptionProps): ReactNode {
  const { entry, installed, reading, tabStop, onFocus, onChoose } = props
  const { t } = useTranslation()
  const { mark } = entry
  const title = visibleText(entry.title)
  // The list says once what all of this kind have in common.
  const reason =
    mark.reason !== 'manifest' &&
    t(`plugins.market.reasons.${mark.reason}`, { subject: visibleText(mark.subject) })
  return (
    <div
      role="option"
      aria-selected={installed}
      aria-busy={reading || undefined}
      tabIndex={tabStop ? 0 : -1}
      data-market-option=""
      onFocus={onFocus}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (moveFocus(event, '[data-market]', '[data-market-option]')) return
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
      className="flex min-h-13 cursor-default items-center gap-3 px-3.5 py-2.5 select-none hover:bg-hover focus-visible:outline-offset-[-3px]"
    >
      <PluginMark title={title} avatar={entry.avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2 text-sm">
          <span dir="auto" className="truncate font-medium">
            {title}
          </span>
          <span className="min-w-0 truncate text-xs text-muted">
            {t('plugins.by', { author: visibleText(entry.author) })}
          </span>
        </div>
        <p dir="auto" className="own-direction line-clamp-2 text-xs text-muted">
          {visibleText(entry.description)}
        </p>
        <p className="pt-0.5 text-xs text-muted">
          <StatusDot tone={tones[mark.works]} />
          {[t(`plugins.market.works.${mark.works}`), reason].filter(Boolean).join(' · ')}
        </p>
      </div>
      {/* The room of the words stays, so that the text beside them isn't set anew. */}
      <span className="grid shrink-0 items-center justify-items-end text-xs text-muted">
        <span
          className={classNames('col-start-1 row-start-1 @max-xl:sr-only', reading && 'invisible')}
        >
          {installed ? t('plugins.market.installed') : categoryTitle(t, entry.category)}
        </span>
        {reading && (
          <span className="col-start-1 row-start-1">
            <Spinner />
          </span>
        )}
      </span>
    </div>
  )
}
