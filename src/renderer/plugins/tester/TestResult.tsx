import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../core/LongText.tsx'
import { formatMilliseconds } from '../../ui/formatAmount.ts'

export interface Outcome {
  text: string
  failed: boolean
  durationMilliseconds: number
}

/** Characters shown at once. */
const shownLength = 5000

/** Shows what a tool returned, and after which time. */
export function TestResult({ outcome }: { outcome: Outcome }): ReactNode {
  const { t, i18n } = useTranslation()
  const time = formatMilliseconds(i18n.language, outcome.durationMilliseconds)
  return (
    <section aria-label={t('plugins.tester.result')}>
      <h5
        role="status"
        className={outcome.failed ? 'text-xs text-danger-ink' : 'text-xs text-muted'}
      >
        {t(outcome.failed ? 'plugins.tester.failed' : 'plugins.tester.done', { time })}
      </h5>
      {outcome.text === '' ? (
        <p className="text-sm text-muted">{t('plugins.tester.nothing')}</p>
      ) : (
        <LongText
          text={outcome.text}
          label={t('plugins.tester.result')}
          shownLength={shownLength}
          scrollable
        />
      )}
    </section>
  )
}
