import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import { usePopup } from '../layers/layers.ts'

interface PopoverButtonProps {
  label: string
  icon: ReactNode
  className?: string
  /** The name of what opens. */
  title: string
  /** Returns what opens; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/** Shows a button that opens a box above it, for choices that are made without leaving a form. */
export function PopoverButton(props: PopoverButtonProps): ReactNode {
  const { label, icon, className = '', title, children } = props
  const [open, setOpen] = usePopup()
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        render={<IconButton label={label} tooltipSide="top" icon={icon} className={className} />}
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={title}
            className="popup-motion flex max-h-[min(28rem,var(--available-height))] w-80 max-w-(--available-width) flex-col rounded-xl bg-raised text-sm text-ink shadow-popup outline-none"
          >
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
