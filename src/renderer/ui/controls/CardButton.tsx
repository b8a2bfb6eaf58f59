import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface CardButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  title: string
  /** Effect or purpose of the button. */
  hint: string
}

/** Shows a large button that says what it is good for; several stand side by side in a container. */
export function CardButton({ icon: Icon, title, hint, ...attributes }: CardButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...attributes}
      className="pressable flex items-start gap-3 rounded-xl border border-line px-3.5 py-3 text-start hover:bg-hover @xl:flex-col @xl:gap-2"
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent-ink" />
      <span className="min-w-0 max-w-full">
        <span className="block text-sm font-medium break-words">{title}</span>
        <span className="block text-sm break-words text-muted">{hint}</span>
      </span>
    </button>
  )
}
