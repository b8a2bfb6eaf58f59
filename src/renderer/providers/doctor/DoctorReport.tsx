import type { TFunction } from 'i18next'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoctorFinding } from '../../../shared/providers.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { errorText } from '../../core/errorText.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { DoctorStep } from './DoctorStep.tsx'
import { shownOutcome } from './findings.ts'
import type { Fix } from './FixButton.tsx'
import type { Examination } from './useDoctor.ts'

interface DoctorReportProps {
  /** The provider's name. */
  name: string
  examination: Examination
  onFix: (fix: Fix) => void
  onClose: () => void
}

/** Shows the findings of a check, step by step. */
export function DoctorReport(props: DoctorReportProps): ReactNode {
  const { name, examination, onFix, onClose } = props
  const { t } = useTranslation()
  const { running, findings, failure } = examination
  return (
    <section
      aria-label={t('providers.doctor.title', { name })}
      aria-busy={running}
      className="relative rounded-xl bg-sunken py-2 ps-3 pe-9"
    >
      <Announcement examination={examination} />
      <ol className="divide-y divide-line">
        {findings.map((finding) => (
          <DoctorStep key={finding.step} finding={finding} onFix={onFix} />
        ))}
        {findings.length === 0 && running && (
          <li className="py-1.5 text-sm text-muted">{t('providers.doctor.running')}</li>
        )}
      </ol>
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
      <div className="absolute end-1.5 top-1.5">
        <IconButton
          label={t('providers.doctor.close')}
          icon={<X aria-hidden className="size-4" />}
          size="small"
          onClick={onClose}
        />
      </div>
    </section>
  )
}

/** Announces each step once when it ends; the list itself stays silent. */
function Announcement({ examination }: { examination: Examination }): ReactNode {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const ended = examination.findings.findLast(({ outcome }) => outcome !== 'running')
  const sentence = ended ? sentenceOf(t, ended) : ''
  useEffect(() => setSaid(sentence), [sentence])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

function sentenceOf(translate: TFunction, finding: DoctorFinding): string {
  const { step, error } = finding
  const name = translate(`providers.doctor.steps.${step}`)
  const words = `${name}: ${translate(`providers.doctor.outcomes.${shownOutcome(finding)}`)}`
  return error ? `${words}. ${errorText(translate, error).sentence}` : words
}
