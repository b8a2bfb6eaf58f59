import { ChevronRight, CornerDownLeft } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { moveFocus } from '../ui/controls/moveFocus.ts'
import { RowList } from '../ui/layout/RowList.tsx'
import type { SettingResult } from './SettingResult.ts'

interface SettingResultsProps {
  query: string
  results: readonly SettingResult[]
  onOpen: (result: SettingResult) => void
  /** Called when the user goes up from the first result. */
  onLeave: () => void
}

/** Shows the settings that were found, as buttons that the arrow keys go through. */
export function SettingResults(props: SettingResultsProps): ReactNode {
  const { query, results, onOpen, onLeave } = props
  const { t } = useTranslation()
  const count = results.length
  const move = (event: KeyboardEvent<HTMLElement>, isFirst: boolean): void => {
    if (event.key !== 'ArrowUp' || !isFirst) return void moveFocus(event, 'ul', 'button')
    event.preventDefault()
    onLeave()
  }
  return (
    <>
      <p role="status" className="pb-3 text-sm text-muted">
        {count > 0 ? t('settings.search.count', { count }) : t('settings.search.none', { query })}
      </p>
      {count > 0 && (
        <RowList label={t('settings.search.results')}>
          {results.map((result, index) => (
            <li key={result.id}>
              <Result
                result={result}
                isFirst={index === 0}
                onClick={() => onOpen(result)}
                onKeyDown={(event) => move(event, index === 0)}
              />
            </li>
          ))}
        </RowList>
      )}
    </>
  )
}

interface ResultProps extends ComponentProps<'button'> {
  result: SettingResult
  /** Whether Enter in the search field opens it. */
  isFirst: boolean
}

function Result({ result, isFirst, ...attributes }: ResultProps): ReactNode {
  const { title, section, value } = result
  const Sign = isFirst ? CornerDownLeft : ChevronRight
  return (
    <button
      type="button"
      {...attributes}
      className="flex transition-colors duration-100 min-h-13 w-full items-center gap-4 px-3.5 py-2 text-start text-sm hover:bg-hover focus-visible:rounded-2xl focus-visible:-outline-offset-3"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="own-direction block truncate font-medium">
          {title}
        </span>
        {section && <span className="block truncate text-xs text-muted">{section}</span>}
      </span>
      {value !== undefined && (
        <span dir="auto" className="max-w-1/2 min-w-0 truncate text-muted">
          {value}
        </span>
      )}
      <Sign aria-hidden className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  )
}
