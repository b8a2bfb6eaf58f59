import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface ProgressRingProps {
  /** From 0 to 1; undefined while unknown. */
  fraction: number | undefined
  /** Class of its size. */
  size?: string
}

/** Shows how much of long work is done where there is only room for an icon. */
export function ProgressRing({ fraction, size = 'size-5' }: ProgressRingProps): ReactNode {
  const circle = { cx: 10, cy: 10, r: 7.5, fill: 'none', strokeWidth: 2.5 }
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className={classNames(size, 'shrink-0 -rotate-90', fraction === undefined && 'animate-spin')}
    >
      <circle {...circle} className="stroke-control-strong forced-colors:stroke-[GrayText]" />
      <circle
        {...circle}
        pathLength={1}
        strokeDasharray={`${String(fraction ?? 0.25)} 1`}
        strokeLinecap="round"
        className="stroke-accent forced-colors:stroke-current"
      />
    </svg>
  )
}
