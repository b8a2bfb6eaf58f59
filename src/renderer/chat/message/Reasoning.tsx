import { Brain, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptFlag } from '../log/keptState.ts'
import { MessageText } from './MessageText.tsx'

interface ReasoningProps {
  /** The index among the message's parts. */
  part: number
  text: string
  /** Whether the model is thinking now. */
  active: boolean
  /** The time to the first text, if this reasoning took it; null otherwise. */
  milliseconds: number | null
}

/** Shows the model's reasoning, folded. */
export function Reasoning({ part, text, active, milliseconds }: ReasoningProps): ReactNode {
  const [open, setOpen] = useKeptFlag(`thoughts ${part}`, false)
  return (
    <details
      open={open}
      data-part="reasoning"
      className="reasoning"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="pressable">
        <Brain aria-hidden className="size-4 shrink-0" />
        <span className={active ? 'thinking' : ''}>
          <ReasoningTitle active={active} milliseconds={milliseconds} />
        </span>
        <ChevronRight aria-hidden className="reasoning-arrow size-4 shrink-0" />
      </summary>
      {/* Mounted only when open, so that a folded text costs nothing while it grows. */}
      {open && (
        <div className="reasoning-text">
          <MessageText part={part} text={text} streaming={active} />
        </div>
      )}
    </details>
  )
}

function ReasoningTitle({
  active,
  milliseconds,
}: Omit<ReasoningProps, 'part' | 'text'>): ReactNode {
  const { t } = useTranslation()
  if (active) return t('chat.reasoning.active')
  if (milliseconds === null) return t('chat.reasoning.done')
  return t('chat.reasoning.doneFor', { count: Math.max(1, Math.round(milliseconds / 1000)) })
}
