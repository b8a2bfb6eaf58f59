import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownRequest } from '../../../shared/plugins/plugins.ts'
import { visibleText } from '../../ui/visibleText.ts'

interface RequestViewProps {
  /** Null where no HTTP request is made: a program on this computer gets the call. */
  request: ShownRequest | null
  tool: string
  /** The arguments as JSON. */
  text: string
}

/** Shows the exact request before it is sent; secrets are masked. */
export function RequestView({ request, tool, text }: RequestViewProps): ReactNode {
  const { t } = useTranslation()
  const title = t('plugins.tester.request')
  return (
    <section aria-label={title} className="space-y-1">
      <h5 className="text-xs text-muted">
        {request ? t('plugins.tester.requestNote') : t('plugins.tester.callNote')}
      </h5>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={title}
        className="selectable max-h-72 overflow-auto rounded-lg bg-code px-3 py-2 text-xs break-all whitespace-pre-wrap"
      >
        {visibleText(request ? httpText(request) : `${tool} ${text}`)}
      </pre>
    </section>
  )
}

function httpText({ method, url, headers, body }: ShownRequest): string {
  const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return body === null ? lines.join('\n') : [...lines, '', body].join('\n')
}
