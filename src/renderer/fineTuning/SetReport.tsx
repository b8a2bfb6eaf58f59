import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adviceCodes, type FindingCode } from '../../shared/fineTuning/findingCodes.ts'
import type { Finding, SetReport as Report } from '../../shared/fineTuning/findings.ts'
import { formatNumber, formatTokens } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'

/** Shows what the check of a set has found: faults first, then what may be worth a change. */
export function SetReport({ report }: { report: Report }): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { examples, tokens, faults, findings } = report
  const isFault = ({ code }: Finding): boolean => !advice.has(code)
  return (
    <>
      <p className="text-sm text-muted">
        <Facts
          facts={[
            t('fineTuning.examples', { examples: formatNumber(language, examples) }),
            t('fineTuning.tokens', { tokens: formatTokens(language, tokens) }),
            faults === 0 && t('fineTuning.clean'),
          ]}
        />
      </p>
      <Findings
        title={t('fineTuning.faults', { faults: formatNumber(language, faults) })}
        findings={findings.filter(isFault)}
        report={report}
      />
      <Findings
        title={t('fineTuning.advice')}
        findings={findings.filter((finding) => !isFault(finding))}
        report={report}
      />
      {report.isNearCut && <p className="text-xs text-muted">{t('fineTuning.nearCut')}</p>}
    </>
  )
}

const advice: ReadonlySet<FindingCode> = new Set(adviceCodes)

interface FindingsProps {
  title: string
  findings: readonly Finding[]
  report: Report
}

function Findings({ title, findings, report }: FindingsProps): ReactNode {
  const { t, i18n } = useTranslation()
  if (findings.length === 0) return null
  const format = (number: number): string => formatNumber(i18n.language, number)
  const named = Map.groupBy(findings, ({ code }) => code)
  return (
    <section aria-label={title} className="space-y-1.5">
      <h3 className="text-sm font-medium">{title}</h3>
      <RowList label={title}>
        {[...named].flatMap(([code, list]) => {
          const more = (report.counts[code] ?? 0) - list.length
          return [
            ...list.map(({ line, field, value }, index) => (
              <li key={`${code} ${String(index)}`} className="px-4 py-2 text-sm">
                <p className="wrap-anywhere">{t(`fineTuning.finding.${code}`, { value })}</p>
                <p className="text-xs text-muted">
                  <Facts
                    facts={[line !== null && t('fineTuning.line', { line: format(line) }), field]}
                  />
                </p>
              </li>
            )),
            more > 0 && (
              <li key={`${code} more`} className="px-4 py-2 text-xs text-muted">
                {t('fineTuning.more', { more: format(more) })}
              </li>
            ),
          ]
        })}
      </RowList>
    </section>
  )
}
