import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SystemFinding } from '../../../shared/dictation.ts'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../app/bridge.ts'
import { errorText } from '../../app/errorText.ts'
import { Button } from '../../ui/Button.tsx'
import { showErrorToast } from '../../ui/Toast.tsx'

interface SystemReportProps {
  /** Changes when something may have been mended. */
  revision: unknown
  /** Leads to the field of the hotkeys. */
  onChangeHotkey: () => void
}

/** What of dictation works on this system, with the button that mends what does not. */
export function SystemReport({ revision, onChangeHotkey }: SystemReportProps): ReactNode {
  const { t } = useTranslation()
  const [findings, setFindings] = useState<SystemFinding[]>([])
  const [mended, setMended] = useState(0)
  useEffect(() => {
    let isGone = false
    const look = (): void => {
      findOut()
        .then((found) => {
          if (!isGone) setFindings(found)
        })
        .catch(reportError)
    }
    look()
    // Permissions and programs are given outside of Parley.
    window.addEventListener('focus', look)
    return () => {
      isGone = true
      window.removeEventListener('focus', look)
    }
  }, [revision, mended])

  const mend = ({ aspect, fix }: SystemFinding): void => {
    if (fix === 'changeHotkey') return onChangeHotkey()
    api.dictation
      .fix({ aspect })
      .then(() => setMended((count) => count + 1))
      .catch((error: unknown) => showErrorToast(errorText(t, toWire(error)).sentence))
  }

  return (
    <section aria-label={t('dictation.settings.report')} className="pt-4">
      <h3 className="pb-1 text-sm font-medium">{t('dictation.settings.report')}</h3>
      <ul className="divide-y divide-line rounded-xl bg-sunken px-4">
        {findings.map((finding) => (
          <li key={finding.aspect} className="flex flex-wrap items-center gap-3 py-2 text-sm">
            {finding.works ? (
              <Check aria-hidden className="size-4 shrink-0 text-success-ink" />
            ) : (
              <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-ink" />
            )}
            <span className="min-w-40 flex-1">
              {t(`dictation.settings.aspects.${finding.aspect}`)}
              <span className="block text-xs text-muted">
                {finding.reason
                  ? t(`dictation.settings.reasons.${finding.reason}`, subjectOf(finding))
                  : t('dictation.settings.works')}
              </span>
            </span>
            {finding.fix && (
              <Button size="small" onClick={() => mend(finding)}>
                {t(`dictation.settings.fixes.${finding.fix}`, subjectOf(finding))}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function subjectOf({ subject }: SystemFinding): { subject: string } {
  return { subject: subject ?? '' }
}

/** Main knows the system; which microphones there are only a page can find out. */
async function findOut(): Promise<SystemFinding[]> {
  const [findings, devices] = await Promise.all([
    api.dictation.report({}),
    navigator.mediaDevices.enumerateDevices(),
  ])
  const hasMicrophone = devices.some(({ kind }) => kind === 'audioinput')
  return findings.map((finding) =>
    finding.aspect === 'microphone' && finding.works && !hasMicrophone
      ? { ...finding, works: false, reason: 'microphoneMissing' as const }
      : finding,
  )
}
