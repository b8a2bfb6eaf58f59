import type { ParseKeys } from 'i18next'
import type { LucideIcon } from 'lucide-react'

/** A user command. Each feature has a table of its own; app/commands.ts joins them. */
export interface Command {
  titleKey: ParseKeys
  icon: LucideIcon
  run: () => void
  /** Goes on while its keys are held down. */
  repeats?: boolean
  /** Returns whether the command can run now; without it, the command always can. */
  enabled?: () => boolean
}
