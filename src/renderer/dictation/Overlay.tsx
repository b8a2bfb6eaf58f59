import { useAtomValue } from 'jotai'
import { Check, CircleAlert, ClipboardCheck, Mic, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isListening } from '../../shared/speech/dictationState.ts'
import type { DictationState, InsertionOutcome } from '../../shared/speech/dictation.ts'
import { errorActions } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { microphoneReplacedAtom } from '../speech/recorder/microphone.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ElapsedTime } from '../ui/status/ElapsedTime.tsx'
import { Meter } from '../ui/status/Meter.tsx'
import { Spinner } from '../ui/status/Spinner.tsx'
import { dictationAtom, levelAtom, partialTextAtom, silentAtom } from './followDictation.ts'

/** Shows the state of a dictation and its text. */
export function Overlay(): ReactNode {
  const { t } = useTranslation()
  const dictation = useAtomValue(dictationAtom)
  const partial = useAtomValue(partialTextAtom)
  const isSilent = useAtomValue(silentAtom)
  const isReplaced = useAtomValue(microphoneReplacedAtom)
  if (!dictation || dictation.state === 'idle') return null
  const { state } = dictation
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
        {isListening(dictation) && <Level />}
        {state === 'listening' && <ElapsedTime since={dictation.startedAt} />}
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
          {isInserted(dictation) && (
            <Button size="small" onClick={() => void api.dictation.copy({}).catch(reportError)}>
              {t('dictation.copy')}
            </Button>
          )}
          {wantsSettings(dictation) && (
            <Button
              size="small"
              onClick={() => void api.dictation.openSettings({}).catch(reportError)}
            >
              {t(
                wantsEngine(dictation) ? 'errors.actions.setUpSpeech' : 'chat.voiceInput.settings',
              )}
            </Button>
          )}
          <Button size="small" onClick={() => void api.dictation.cancel({}).catch(reportError)}>
            {isOver(state) ? t('dictation.close') : t('dictation.cancel')}
          </Button>
        </div>
      </div>
      <p className="line-clamp-3 text-muted">
        {state === 'listening' && isReplaced && <>{t('chat.voiceInput.replaced')} </>}
        {noteOf(dictation, isSilent, t) || textOf(dictation, partial)}
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
function canRetry(dictation: DictationState): boolean {
  if (dictation.state !== 'failed') return false
  return dictation.recordingId !== null && !wantsEngine(dictation)
}

function wantsEngine(dictation: DictationState): boolean {
  return dictation.state === 'failed' && errorActions[dictation.error.code] === 'setUpSpeech'
}

/** Tells whether keys were pressed in another program, which may have had no field for the text. */
function isInserted(dictation: DictationState): boolean {
  if (dictation.state !== 'done') return false
  return dictation.outcome === 'pasted' || dictation.outcome === 'typed'
}

/** Tells whether the settings of microphone and engine can solve the problem. */
function wantsSettings(dictation: DictationState): boolean {
  if (dictation.state === 'failed') return !canRetry(dictation)
  if (dictation.state !== 'done') return false
  return dictation.outcome === 'empty' || dictation.outcome === 'loudspeakerHeard'
}

function titleOf(dictation: DictationState, t: TFunction): string {
  const { state } = dictation
  if (state === 'idle') return ''
  if (state === 'starting' || state === 'opening') return t('dictation.states.listening')
  if (state === 'inserting') return t('dictation.states.cleaning')
  if (state === 'done') {
    const { outcome } = dictation
    if (outcome === 'empty' || outcome === 'loudspeakerHeard') return t('dictation.unheard')
    if (outcome === 'tooShort' || outcome === 'pressedTwice') return t('dictation.tooShort')
  }
  if (state === 'done' && notInserted.includes(dictation.outcome)) return t('dictation.notInserted')
  return t(`dictation.states.${state}`)
}

/** Returns what takes the place of the text; empty if the text is shown. */
function noteOf(dictation: DictationState, isSilent: boolean, t: TFunction): string {
  if (dictation.state === 'failed') return errorText(t, dictation.error).sentence
  if (dictation.state !== 'done') return ''
  const { outcome, cleanUpFailed, microphoneLost } = dictation
  const notes = [
    microphoneLost && t('errors.sentences.microphoneLost'),
    outcomeNote(outcome, isSilent, t),
    cleanUpFailed && t('dictation.notCleanedUp'),
  ]
  return notes.filter((note) => note).join(' ')
}

function outcomeNote(outcome: InsertionOutcome, isSilent: boolean, t: TFunction): string | null {
  switch (outcome) {
    case 'waitsInClipboard':
      return t('dictation.waitsInClipboard')
    case 'arrivedInPart':
      return t('dictation.arrivedInPart')
    case 'windowChanged':
      return t('dictation.windowChanged')
    case 'empty':
      return t(`errors.sentences.${isSilent ? 'microphoneSilent' : 'speechUnheard'}`)
    case 'pressedTwice':
      return t('dictation.pressedTwice')
    case 'loudspeakerHeard':
      return t('dictation.loudspeakerHeard')
    case 'tooShort':
      return t('dictation.holdHint')
    case 'nothingSelected':
      return t('dictation.nothingSelected')
    default:
      return null
  }
}

function textOf(dictation: DictationState, partial: string): string {
  if (dictation.state === 'reading') return dictation.text
  return lastWords('text' in dictation ? dictation.text : partial)
}

/** Returns the end of a long text, which was spoken last. */
function lastWords(text: string): string {
  if (text.length <= shownLength) return text
  const tail = text.slice(-shownLength)
  return `… ${tail.slice(tail.indexOf(' ') + 1)}`
}

/** Outcomes in which the text did not arrive, or not whole. It is in the clipboard. */
const notInserted: readonly InsertionOutcome[] = [
  'waitsInClipboard',
  'arrivedInPart',
  'windowChanged',
]
/** Outcomes without a text and without a failure. */
const unheard: readonly InsertionOutcome[] = [
  'empty',
  'pressedTwice',
  'loudspeakerHeard',
  'tooShort',
  'nothingSelected',
]

function StateIcon({ dictation }: { dictation: DictationState }): ReactNode {
  const size = 'size-5 shrink-0'
  const { state } = dictation
  if (isListening(dictation)) return <Mic aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'failed') return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
  if (state === 'reading') return <Volume2 aria-hidden className={`${size} text-accent-ink`} />
  if (state !== 'done') return <Spinner />
  const { outcome } = dictation
  if (unheard.includes(outcome)) {
    return <CircleAlert aria-hidden className={`${size} text-muted`} />
  }
  const Icon = outcome === 'copied' || notInserted.includes(outcome) ? ClipboardCheck : Check
  return <Icon aria-hidden className={`${size} text-success-ink`} />
}

function Level(): ReactNode {
  const { t } = useTranslation()
  return (
    <Meter label={t('dictation.level')} level={useAtomValue(levelAtom)} className="h-1.5 w-24" />
  )
}
