import type { ReactNode } from 'react'

interface MeterProps {
  label: string
  /** From 0 to 1. */
  level: number
  className: string
}

/** How loud it is. Nothing glides: what changes all the time would keep frames running. */
export function Meter({ label, level, className }: MeterProps): ReactNode {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className={`overflow-hidden rounded-full bg-control-strong ${className}`}
    >
      <div
        className="h-full origin-left rounded-full bg-accent will-change-transform rtl:origin-right forced-colors:bg-[Highlight]"
        style={{ transform: `scaleX(${level})` }}
      />
    </div>
  )
}
