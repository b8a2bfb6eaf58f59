import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name. */
  label: string
  children: ReactNode
}

/** Shows a panel over the window, from its start edge. */
export function Drawer({ open, onOpenChange, label, children }: DrawerProps): ReactNode {
  useLayer('popup', open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="backdrop-motion fixed inset-0 z-30 bg-backdrop" />
        <Base.Popup
          aria-label={label}
          className="drawer-motion fixed inset-y-0 start-0 z-30 flex w-80 max-w-[85vw] flex-col bg-sunken text-ink shadow-popup outline-none"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
