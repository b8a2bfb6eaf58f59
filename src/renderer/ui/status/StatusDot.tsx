import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

const tones = {
  neutral: 'border-control-line',
  success: 'border-success-ink bg-success-ink forced-colors:bg-[CanvasText]',
  warning: 'border-warning bg-warning forced-colors:bg-[Mark]',
  danger: 'border-danger-ink bg-danger-ink forced-colors:bg-[LinkText]',
}

export type StatusTone = keyof typeof tones

/** Shows the colour of a state before its words, which say the same. */
export function StatusDot({ tone }: { tone: StatusTone }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames(
        'me-1.5 inline-block size-1.75 shrink-0 rounded-full border align-[0.05em]',
        tones[tone],
      )}
    />
  )
}
