import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface ProgressBarProps {
  label: string
  /** From 0 to 1; undefined while unknown. */
  fraction: number | undefined
  /** The text announced instead of the percentage. */
  valueText: string
}

/** Shows how much of long work is done, or that it goes on. */
export function ProgressBar({ label, fraction, valueText }: ProgressBarProps): ReactNode {
  const percentage = fraction === undefined ? undefined : Math.round(fraction * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentage}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-control-strong forced-colors:border"
    >
      <div
        className={classNames(
          'h-full rounded-full bg-accent',
          fraction === undefined && 'progress-unknown',
        )}
        style={fraction === undefined ? undefined : { inlineSize: `${fraction * 100}%` }}
      />
    </div>
  )
}
