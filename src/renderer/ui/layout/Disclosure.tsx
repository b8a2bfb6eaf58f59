import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  title: ReactNode
  /** Unfolds it from outside; only the user folds it. */
  open?: boolean
  /** An addition to the title for assistive technology, which tells several of them apart. */
  about?: string
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Shows rare content folded under its title. Folded content is not mounted. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { title, open: wanted = false, about, onOpenChange, className, children } = props
  const [open, setOpen] = useState(wanted)
  const [seen, setSeen] = useState(wanted)
  if (seen !== wanted) {
    setSeen(wanted)
    if (wanted) setOpen(true)
  }
  return (
    <details
      open={open}
      className={className}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
        onOpenChange?.(event.currentTarget.open)
      }}
    >
      <summary className="pressable flex min-h-7 w-fit cursor-default pe-1.5 list-none items-center gap-1 rounded-md text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform motion-reduce:transition-none rtl:-scale-x-100 [details[open]>summary>&]:rotate-90 [details[open]>summary>&]:rtl:-rotate-90"
        />
        <span>{title}</span>
        {about && <span className="sr-only">{about}</span>}
      </summary>
      {open && <div className="pt-2">{children}</div>}
    </details>
  )
}
