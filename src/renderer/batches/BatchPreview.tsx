import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BatchPreview as Preview } from '../../shared/batches/batches.ts'
import { formatDollars, formatNumber, formatTokens } from '../ui/formatAmount.ts'
import { formatList } from '../ui/formatList.ts'
import { Facts } from '../ui/layout/Facts.tsx'

/** Shows the first requests as they will be sent, and what all of them are. */
export function BatchPreview({ preview }: { preview: Preview }): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { requests, tokens, dollars, answerPrice } = preview
  const price =
    dollars === null || answerPrice === null
      ? t('app.price.unknown')
      : t('batches.price', {
          price: formatDollars(language, dollars),
          answerPrice: formatDollars(language, answerPrice),
        })
  return (
    <section aria-label={t('batches.preview')} className="space-y-2">
      <h3 className="text-sm font-medium">{t('batches.preview')}</h3>
      {preview.rows.map(({ number, system, prompt }) => (
        <div key={number} className="rounded-xl bg-sunken px-3.5 py-2 text-sm">
          <p className="text-xs text-muted">{t('batches.row', { number })}</p>
          {system.trim() !== '' && (
            <p dir="auto" className="line-clamp-3 whitespace-pre-wrap text-muted wrap-anywhere">
              {system}
            </p>
          )}
          <p dir="auto" className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
            {prompt}
          </p>
        </div>
      ))}
      {preview.answerColumns.length > 0 && (
        <p className="text-sm">
          {t('batches.answerShape.columns', {
            names: formatList(language, preview.answerColumns),
          })}
        </p>
      )}
      {preview.blank.map(({ name, blanks }) => (
        <p key={name} className="text-sm">
          {t('batches.blank', { name, rows: formatNumber(language, blanks) })}
        </p>
      ))}
      <p className="text-sm text-muted">
        <Facts
          facts={[
            t('batches.requests', { rows: formatNumber(language, requests) }),
            t('batches.tokens', { tokens: formatTokens(language, tokens) }),
            price,
          ]}
        />
      </p>
    </section>
  )
}
