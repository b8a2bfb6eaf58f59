import type { ReactNode } from 'react'
import { ProgressBar } from './ProgressBar.tsx'

interface ProgressRowProps {
  /** The work and its subject, which also names the bar. */
  title: string
  /** From 0 to 1; undefined while unknown. */
  fraction: number | undefined
  /** Progress in words, or the reason for waiting. */
  note: string
  /** The text announced instead of the percentage; by default the note. */
  valueText?: string
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
}

/** Shows long work: its title, a bar, how far it is, and what can be done about it. */
export function ProgressRow(props: ProgressRowProps): ReactNode {
  const { title, fraction, note, valueText = note, actions } = props
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <span role="status" className="min-w-0 break-words">
          {title}
        </span>
        {actions && <span className="flex flex-wrap gap-2">{actions}</span>}
      </div>
      <ProgressBar label={title} fraction={fraction} valueText={valueText} />
      <p className="text-xs break-words text-muted tabular-nums">{note}</p>
    </div>
  )
}
