import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoctorFinding } from '../../../shared/providers.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'

/** Shows the recorded request and answer of a step, folded. */
export function WireTexts({ finding }: { finding: DoctorFinding }): ReactNode {
  const { t } = useTranslation()
  const { step, request, answer } = finding
  if (request === undefined && answer === undefined) return null
  return (
    <Disclosure
      className="ps-6 pt-1"
      title={<span className="text-xs">{t('providers.doctor.wire.title')}</span>}
      about={t(`providers.doctor.steps.${step}`)}
    >
      <div className="space-y-2">
        {request !== undefined && (
          <WireText
            label={t('providers.doctor.wire.request')}
            copyLabel={t('providers.doctor.wire.copyRequest')}
            text={request}
          />
        )}
        {answer !== undefined && (
          <WireText
            label={t('providers.doctor.wire.answer')}
            copyLabel={t('providers.doctor.wire.copyAnswer')}
            text={answer}
          />
        )}
      </div>
    </Disclosure>
  )
}

interface WireTextProps {
  label: string
  copyLabel: string
  text: string
}

function WireText({ label, copyLabel, text }: WireTextProps): ReactNode {
  return (
    <div role="group" aria-label={label}>
      <div className="flex items-center justify-between text-xs text-muted">
        <span aria-hidden>{label}</span>
        <CopyButton label={copyLabel} text={() => text} />
      </div>
      {/* A scrolling box must take the focus, so that the keyboard can scroll it. */}
      <pre
        dir="ltr"
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-lg bg-canvas p-3 font-mono text-xs leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  )
}
