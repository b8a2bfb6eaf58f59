import { useAtomValue } from 'jotai'
import { Check, CircleAlert, ClipboardCheck, Mic, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { DictationState } from '../../shared/dictation.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { Button } from '../ui/Button.tsx'
import { ElapsedTime } from '../ui/ElapsedTime.tsx'
import { Meter } from '../ui/Meter.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { dictationAtom, levelAtom, partialTextAtom, silentAtom } from './followDictation.ts'

/** Shows the state of a dictation and its text. */
export function Overlay(): ReactNode {
  const { t } = useTranslation()
  const dictation = useAtomValue(dictationAtom)
  const partial = useAtomValue(partialTextAtom)
  const isSilent = useAtomValue(silentAtom)
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
        <p role="status" className="min-w-0 font-medium">
          {titleOf(dictation, t)}
        </p>
        {state === 'listening' && <Level />}
        {state === 'listening' && dictation.startedAt !== null && (
          <ElapsedTime since={dictation.startedAt} />
        )}
        <div className="ms-auto flex shrink-0 gap-2">
          {canRetry(dictation) && (
            <Button
              size="small"
              variant="primary"
              onClick={() => void api.dictation.retry({}).catch(reportError)}
            >
              {t('dictation.retry')}
            </Button>
          )}
          {wantsSettings(dictation) && (
            <Button
              size="small"
              onClick={() => void api.dictation.openSettings({}).catch(reportError)}
            >
              {t('chat.dictate.settings')}
            </Button>
          )}
          <Button size="small" onClick={() => void api.dictation.cancel({}).catch(reportError)}>
            {isOver(state) ? t('dictation.close') : t('dictation.cancel')}
          </Button>
        </div>
      </div>
      <p className="line-clamp-3 text-muted">
        {error ? errorText(t, error).sentence : (noteOf(dictation, isSilent, t) ?? text)}
      </p>
    </section>
  )
}

const shownLength = 160

function isOver(state: DictationState['state']): boolean {
  return state === 'done' || state === 'failed'
}

/**
 * Tells whether to offer Retry: without an engine it would fail again, but the history offers it
 * later.
 */
function canRetry({ recordingId, error }: DictationState): boolean {
  return error !== null && recordingId !== null && error.code !== 'speechEngineMissing'
}

/** Tells whether the settings of microphone and engine can solve the problem. */
function wantsSettings(dictation: DictationState): boolean {
  return dictation.outcome === 'empty' || (dictation.error !== null && !canRetry(dictation))
}

function titleOf({ state, outcome }: DictationState, t: TFunction): string {
  if (state === 'idle') return ''
  if (outcome === 'empty') return t('dictation.unheard')
  if (outcome === 'tooShort') return t('dictation.tooShort')
  return t(`dictation.states.${state}`)
}

function noteOf(dictation: DictationState, isSilent: boolean, t: TFunction): string | null {
  const { outcome, cleanUpFailed, microphoneLost } = dictation
  if (outcome === null) return null
  if (microphoneLost) return t('errors.sentences.microphoneLost')
  if (outcome === 'waitsInClipboard') return t('dictation.waitsInClipboard')
  if (outcome === 'empty') {
    return t(`errors.sentences.${isSilent ? 'microphoneSilent' : 'speechUnheard'}`)
  }
  if (outcome === 'tooShort') return t('dictation.holdHint')
  if (outcome === 'nothingSelected') return t('dictation.nothingSelected')
  return cleanUpFailed ? t('dictation.notCleanedUp') : null
}

/** Returns the end of a long text, which was spoken last. */
function lastWords(text: string): string {
  if (text.length <= shownLength) return text
  const tail = text.slice(-shownLength)
  return `… ${tail.slice(tail.indexOf(' ') + 1)}`
}

/** Outcomes without a text and without a failure. */
const unheard: readonly (DictationState['outcome'] & string)[] = [
  'empty',
  'tooShort',
  'nothingSelected',
]

function StateIcon({ dictation: { state, outcome } }: { dictation: DictationState }): ReactNode {
  const size = 'size-5 shrink-0'
  if (state === 'listening') return <Mic aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'failed') return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'reading') return <Volume2 aria-hidden className={`${size} text-accent-ink`} />
  if (state !== 'done') return <Spinner />
  if (outcome !== null && unheard.includes(outcome)) {
    return <CircleAlert aria-hidden className={`${size} text-muted`} />
  }
  const Icon = outcome === 'waitsInClipboard' || outcome === 'copied' ? ClipboardCheck : Check
  return <Icon aria-hidden className={`${size} text-success-ink`} />
}

function Level(): ReactNode {
  const { t } = useTranslation()
  return (
    <Meter label={t('dictation.level')} level={useAtomValue(levelAtom)} className="h-1.5 w-24" />
  )
}
