import { memo, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContinuedPiece } from '../../shared/completions.ts'
import { attempt } from '../core/failures.ts'
import { classNames } from '../ui/classNames.ts'
import { formatPercentage } from '../ui/formatAmount.ts'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'
import { tooltipOf } from '../ui/layers/tooltipOf.ts'
import { takeAlternative } from './continuedText.ts'

interface PieceListProps {
  pieces: readonly ContinuedPiece[]
  isRunning: boolean
}

/**
 * Shows a continuation as tokens with their probabilities. It is one tab stop: the arrow keys move
 * from token to token, and Enter opens the alternatives.
 */
export function PieceList({ pieces, isRunning }: PieceListProps): ReactNode {
  const { t } = useTranslation()
  const [current, setCurrent] = useState(0)
  const known = pieces.flatMap(({ logprob }, index) => (logprob === null ? [] : [index]))
  if (known.length === 0) {
    if (isRunning) return null
    return <p className="text-sm text-muted">{t('completions.noProbabilities')}</p>
  }
  const stop = known.includes(current) ? current : known[0]
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const index = event.target.dataset['piece']
    if (index !== undefined) setCurrent(Number(index))
  }
  return (
    <section className="space-y-2">
      <h2 className="text-sm font-medium">{t('completions.probabilities')}</h2>
      <div
        role="toolbar"
        tabIndex={-1}
        dir="auto"
        aria-label={t('completions.probabilities')}
        data-pieces
        onFocus={onFocus}
        onKeyDown={movePiece}
        className="max-h-60 overflow-y-auto rounded-lg border border-line p-3 leading-loose whitespace-pre-wrap wrap-anywhere"
      >
        {pieces.map((piece, index) => (
          <Piece
            key={index}
            piece={piece}
            index={index}
            isStop={index === stop}
            isRunning={isRunning}
          />
        ))}
      </div>
      <p className="text-xs text-muted">{t('completions.probabilitiesHint')}</p>
    </section>
  )
}

interface PieceProps {
  piece: ContinuedPiece
  index: number
  isStop: boolean
  isRunning: boolean
}

/** Drawn once: the pieces before stay as they are while new ones arrive. */
const Piece = memo(function Piece({ piece, index, isStop, isRunning }: PieceProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { text, logprob, alternatives } = piece
  if (logprob === null) return <span>{text}</span>
  const percent = (value: number): string => percentText(i18n.language, value)
  const others = alternatives.filter((one) => one.text !== text)
  const label = t('completions.token', { token: visible(text), percent: percent(logprob) })
  const list = others.map((one) => `${visible(one.text)} ${percent(one.logprob)}`)
  const button = (
    <button
      type="button"
      data-piece={index}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-disabled={others.length === 0 || undefined}
      {...tooltipOf([percent(logprob), ...list].join(' · '), { side: 'top' })}
      className={classNames(
        'inline rounded-sm border-b-2 text-start whitespace-pre-wrap hover:bg-hover',
        toneOf(logprob),
      )}
    >
      {text.includes('\n') ? visible(text) : text}
    </button>
  )
  return (
    <>
      {others.length === 0 ? (
        button
      ) : (
        <Menu trigger={button}>
          {others.map((one) => (
            <MenuItem
              key={one.text}
              disabled={isRunning}
              shortcut={percent(one.logprob)}
              onSelect={() => attempt(takeAlternative(index, one.text))}
            >
              <span dir="auto" className="font-mono whitespace-pre">
                {visible(one.text)}
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {text.includes('\n') && <br />}
    </>
  )
})

/** The less probable a token was, the stronger its mark. */
function toneOf(logprob: number): string {
  const probability = Math.exp(logprob)
  if (probability >= 0.8) return 'border-transparent'
  if (probability >= 0.4) return 'border-accent'
  return probability >= 0.1 ? 'border-warning bg-warning-soft' : 'border-danger bg-danger-soft'
}

function percentText(language: string, logprob: number): string {
  const probability = Math.exp(logprob)
  if (probability < 0.001) return `< ${formatPercentage(language, 0.001, 1)}`
  return formatPercentage(language, probability, probability < 0.1 ? 1 : 0)
}

/** Spaces and line breaks are what many tokens differ in. */
function visible(text: string): string {
  return text
    .replaceAll('\n', '↵')
    .replaceAll('\t', '⇥')
    .replaceAll(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length))
}

function movePiece(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const list = event.currentTarget
  const entries = [...list.querySelectorAll<HTMLElement>('[data-piece]')]
  const index = entries.findIndex((entry) => entry === document.activeElement)
  if (index < 0) return
  const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  const targets: Record<string, number> = {
    [forward]: Math.min(index + 1, entries.length - 1),
    [backward]: Math.max(index - 1, 0),
    Home: 0,
    End: entries.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  entries[target]?.focus()
}
