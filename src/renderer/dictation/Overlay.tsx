import { useAtomValue } from 'jotai'
import { Check, CircleAlert, ClipboardCheck, Mic, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { DictationState } from '../../shared/dictation.ts'
import { api } from '../app/bridge.ts'
import { errorText } from '../app/errorText.ts'
import { Button } from '../ui/Button.tsx'
import { ElapsedTime } from '../ui/ElapsedTime.tsx'
import { Meter } from '../ui/Meter.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { dictationAtom, levelAtom, partialTextAtom } from './followDictation.ts'

/** What the small window shows: how far the dictation has come, and what has been said. */
export function Overlay(): ReactNode {
  const { t } = useTranslation()
  const dictation = useAtomValue(dictationAtom)
  const partial = useAtomValue(partialTextAtom)
  if (!dictation || dictation.state === 'idle') return null
  const { state, error } = dictation
  const text = state === 'reading' ? dictation.text : lastWords(dictation.text || partial)
  return (
    <section
      aria-label={t('dictation.title')}
      className="flex h-dvh flex-col gap-2 border border-line bg-raised px-4 py-3 text-sm text-ink select-none"
    >
      <div className="flex items-center gap-3">
        <StateIcon dictation={dictation} />
        <p role="status" className="font-medium">
          {t(`dictation.states.${state}`)}
        </p>
        {state === 'listening' && <Level />}
        {state === 'listening' && dictation.startedAt !== null && (
          <ElapsedTime since={dictation.startedAt} />
        )}
        <div className="ms-auto flex gap-2">
          {state === 'failed' && dictation.recordingId !== null && (
            <Button
              size="small"
              variant="primary"
              onClick={() => void api.dictation.retry({}).catch(reportError)}
            >
              {t('dictation.retry')}
            </Button>
          )}
          <Button size="small" onClick={() => void api.dictation.cancel({}).catch(reportError)}>
            {isOver(state) ? t('dictation.close') : t('dictation.cancel')}
          </Button>
        </div>
      </div>
      <p className="line-clamp-3 text-muted">
        {error ? errorText(t, error).sentence : (noteOf(dictation, t) ?? text)}
      </p>
    </section>
  )
}

const shownLength = 160

function isOver(state: DictationState['state']): boolean {
  return state === 'done' || state === 'failed'
}

function noteOf({ outcome, cleanUpFailed }: DictationState, t: TFunction): string | null {
  if (outcome === 'waitsInClipboard') return t('dictation.waitsInClipboard')
  if (outcome === 'empty') return t('dictation.empty')
  if (outcome === 'nothingSelected') return t('dictation.nothingSelected')
  if (outcome !== null && cleanUpFailed) return t('dictation.notCleanedUp')
  return null
}

/** The end of a long text is what was said just now. */
function lastWords(text: string): string {
  if (text.length <= shownLength) return text
  const tail = text.slice(-shownLength)
  return `… ${tail.slice(tail.indexOf(' ') + 1)}`
}

function StateIcon({ dictation: { state, outcome } }: { dictation: DictationState }): ReactNode {
  const size = 'size-5 shrink-0'
  if (state === 'listening') return <Mic aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'failed') return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'reading') return <Volume2 aria-hidden className={`${size} text-accent-ink`} />
  if (state !== 'done') return <Spinner />
  const Icon = outcome === 'waitsInClipboard' || outcome === 'copied' ? ClipboardCheck : Check
  return <Icon aria-hidden className={`${size} text-success-ink`} />
}

function Level(): ReactNode {
  const { t } = useTranslation()
  return (
    <Meter label={t('dictation.level')} level={useAtomValue(levelAtom)} className="h-1.5 w-24" />
  )
}
