import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

const tones = {
  neutral: 'bg-control text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

interface TagProps {
  tone?: keyof typeof tones
  children: ReactNode
}

/** Shows one or two words about the thing beside it: its kind, its state, what it may do. */
export function Tag({ tone = 'neutral', children }: TagProps): ReactNode {
  return (
    <span
      className={classNames(
        'inline-block max-w-full shrink-0 truncate rounded-md px-1.5 py-px text-xs font-medium forced-colors:border',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
