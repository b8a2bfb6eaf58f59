import { useAtomValue } from 'jotai'
import { Check, Circle, CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hotkey, SystemFinding } from '../../../shared/speech/dictation.ts'
import { api } from '../../core/bridge.ts'
import { showSettings } from '../../core/settingsTarget.ts'
import { infoAtom } from '../../core/store.ts'
import { acceleratorKeys } from '../../ui/controls/acceleratorKeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { showErrorToast } from '../../ui/layers/Toast.tsx'

interface SystemReportProps {
  /** Changes when a problem may have been solved. */
  revision: unknown
  /** Moves the focus to a hotkey's field. */
  onChangeHotkey: (hotkey: Hotkey) => void
}

/** Shows what works for dictation on this system, with a button that repairs what does not. */
export function SystemReport({ revision, onChangeHotkey }: SystemReportProps): ReactNode {
  const { t } = useTranslation()
  const isMac = useAtomValue(infoAtom)?.platform === 'darwin'
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
    // Permissions and programs change outside Parley.
    window.addEventListener('focus', look)
    navigator.mediaDevices.addEventListener('devicechange', look)
    const unfollow = api.speech.enginesChanged(look)
    return () => {
      isGone = true
      unfollow()
      window.removeEventListener('focus', look)
      navigator.mediaDevices.removeEventListener('devicechange', look)
    }
  }, [revision, mended])

  const mend = (finding: SystemFinding): void => {
    const { aspect, fix } = finding
    if (fix === 'setUpSpeech') return showSettings({ section: 'voice', setting: 'speechEngine' })
    if (fix === 'changeHotkey' || fix === 'setHotkey') return onChangeHotkey(hotkeyOf(finding))
    api.dictation
      .fix({ aspect })
      .catch((error: unknown) => {
        console.error('That could not be mended', error)
        showErrorToast(t('dictation.settings.mendFailed'))
      })
      .finally(() => setMended((count) => count + 1))
  }

  return (
    <section aria-label={t('dictation.settings.report')} className="pb-7">
      <h2 className="pb-2 text-base font-semibold">{t('dictation.settings.report')}</h2>
      <ul className="setting-group">
        {findings.map((finding) => (
          <li key={finding.aspect} className="flex flex-wrap items-center gap-3 py-2.5 text-sm">
            <FindingIcon finding={finding} />
            <span className="min-w-40 flex-1">
              {t(`dictation.settings.aspects.${finding.aspect}`)}
              <span className="block text-xs text-muted">
                {finding.reason
                  ? t(`dictation.settings.reasons.${finding.reason}`, subjectOf(finding, isMac))
                  : t('dictation.settings.works')}
              </span>
              {finding.command !== null && <Command command={finding.command} />}
            </span>
            {finding.fix && (
              <Button size="small" onClick={() => mend(finding)}>
                {t(`dictation.settings.fixes.${finding.fix}`, subjectOf(finding, isMac))}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function FindingIcon({ finding: { works, reason } }: { finding: SystemFinding }): ReactNode {
  const size = 'size-4 shrink-0'
  if (works) return <Check aria-hidden className={`${size} text-success-ink`} />
  if (reason === 'notSet') return <Circle aria-hidden className={`${size} text-muted`} />
  return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
}

/** Shows a command to run elsewhere, with a copy button. */
function Command({ command }: { command: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1">
      <code dir="ltr" className="min-w-0 text-xs wrap-anywhere select-text">
        {command}
      </code>
      <CopyButton label={t('dictation.settings.copyCommand')} text={() => command} />
    </span>
  )
}

/** Returns the hotkey that helps: if held keys can't be heard, the start-and-stop key. */
function hotkeyOf({ aspect, reason }: SystemFinding): Hotkey {
  if (aspect === 'readHotkey') return 'readSelection'
  const hearsHeld = reason !== 'releaseUnheard' && reason !== 'listenerMissing'
  return aspect === 'holdHotkey' && hearsHeld ? 'hold' : 'toggle'
}

function subjectOf({ reason, subject }: SystemFinding, isMac: boolean): { subject: string } {
  const name = subject ?? ''
  return { subject: reason === 'hotkeyTaken' ? acceleratorKeys(name, isMac).join('+') : name }
}

/** Joins main's findings about the system with the microphones, which only a page can list. */
async function findOut(): Promise<SystemFinding[]> {
  const [findings, devices] = await Promise.all([
    api.dictation.report({}),
    navigator.mediaDevices.enumerateDevices(),
  ])
  const hasMicrophone = devices.some(({ kind }) => kind === 'audioinput')
  return findings.map((finding) =>
    finding.aspect === 'microphone' && finding.works && !hasMicrophone
      ? {
          ...finding,
          works: false,
          reason: 'microphoneMissing' as const,
          fix: 'lookAgain' as const,
        }
      : finding,
  )
}
