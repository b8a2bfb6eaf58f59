import type { ParseKeys } from 'i18next'
import type { LucideIcon } from 'lucide-react'

/** A verb of the user's; each feature has a table of its own, and app/commands.ts has them all. */
export interface Command {
  titleKey: ParseKeys
  icon: LucideIcon
  run: () => void
  /** Goes on while its keys are held down. */
  repeats?: boolean
  /** Whether it can do something now; without it, always. */
  enabled?: () => boolean
}
