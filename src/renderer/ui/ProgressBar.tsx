import type { ReactNode } from 'react'

interface ProgressBarProps {
  label: string
  /** From 0 to 1; undefined while unknown. */
  fraction: number | undefined
  /** The text announced instead of the percentage. */
  valueText: string
}

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
      className="h-1.5 overflow-hidden rounded-full bg-control-strong"
    >
      <div
        className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ inlineSize: `${String((fraction ?? 0) * 100)}%` }}
      />
    </div>
  )
}
