import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolFlow } from '../../../../shared/chat/parts.ts'
import { LongText } from '../../../core/LongText.tsx'
import { visibleText } from '../../../ui/visibleText.ts'

const shownLength = 120

/** Tells from where to where a call would carry what the model has read. */
export function ApprovalFlow({ flow }: { flow: ToolFlow }): ReactNode {
  const { t, i18n } = useTranslation()
  const from = new Intl.ListFormat(i18n.language).format(flow.from.map(visibleText))
  return (
    <div className="flex items-start gap-2 rounded-lg bg-control px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-medium break-words">
          {t('chat.approval.flow.way', { from, to: visibleText(flow.to) })}
        </p>
        <p>
          {t(flow.copied.length > 0 ? 'chat.approval.flow.copied' : 'chat.approval.flow.nothing')}
        </p>
        {flow.copied.length > 0 && (
          <ul className="own-direction list-disc ps-5">
            {flow.copied.map((piece) => (
              <li key={piece}>
                <LongText text={piece} label={piece.slice(0, 40)} shownLength={shownLength} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
