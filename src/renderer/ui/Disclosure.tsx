import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  title: ReactNode
  /** Unfolds it from outside; folding it stays with the user. */
  open?: boolean
  /** What the title adds to for assistive technology, such as which one of several this is. */
  about?: string
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Something rare, folded under its title. What is folded is not there at all. */
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
