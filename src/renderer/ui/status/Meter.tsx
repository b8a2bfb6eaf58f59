import type { ReactNode } from 'react'

interface MeterProps {
  label: string
  /** From 0 to 1. */
  level: number
  className: string
}

/** Shows a loudness level. Nothing is animated: constant changes would keep drawing frames. */
export function Meter({ label, level, className }: MeterProps): ReactNode {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className={`overflow-hidden rounded-full bg-control-strong forced-colors:border ${className}`}
    >
      <div
        className="h-full origin-left rounded-full bg-accent will-change-transform rtl:origin-right"
        style={{ transform: `scaleX(${level})` }}
      />
    </div>
  )
}
