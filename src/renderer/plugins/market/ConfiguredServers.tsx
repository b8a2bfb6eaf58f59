import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { Literal } from '../sheet/Literal.tsx'

/** A server: its name in the file, and its command or address. */
export interface FileServer {
  name: string
  summary: string
}

interface ConfiguredServersProps {
  servers: readonly FileServer[]
  /** Whether one of them is being read. */
  busy: boolean
  onChoose: (name: string) => void
  onClose: () => void
}

/** Lists the servers in another client's file. None is installed before the user has read about it. */
export function ConfiguredServers(props: ConfiguredServersProps): ReactNode {
  const { servers, busy, onChoose, onClose } = props
  const { t } = useTranslation()
  const title = t('plugins.import.title')
  return (
    <section aria-label={title} className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        <Button size="small" variant="quiet" onClick={onClose}>
          {t('plugins.import.close')}
        </Button>
      </div>
      <RowList label={title}>
        {servers.map(({ name, summary }) => (
          <li key={name} className="flex items-center gap-3 px-3.5 py-2.5">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="own-direction truncate text-sm font-medium">
                {visibleText(name)}
              </p>
              <div className="line-clamp-2 text-xs text-muted">
                <Literal text={summary} />
              </div>
            </div>
            <Button size="small" disabled={busy} onClick={() => onChoose(name)}>
              {t('plugins.import.review')}
              <span className="sr-only">{visibleText(name)}</span>
            </Button>
          </li>
        ))}
      </RowList>
    </section>
  )
}
