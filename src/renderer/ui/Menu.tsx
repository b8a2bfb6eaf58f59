import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { usePopup } from './layers.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  align?: 'start' | 'center' | 'end'
  onOpenChange?: (open: boolean) => void
  /** Returns the element that gets the focus after closing; by default the button. */
  finalFocus?: () => HTMLElement | null
}

export function Menu(props: MenuProps): ReactNode {
  const { trigger, children, side = 'bottom', align = 'start', onOpenChange, finalFocus } = props
  const [open, setOpen] = usePopup()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        onOpenChange?.(next)
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup
            {...(finalFocus ? { finalFocus } : {})}
            className="popup-motion max-h-(--available-height) min-w-44 overflow-y-auto rounded-xl bg-raised p-1 text-sm text-ink shadow-popup outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  shortcut?: string | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuItem(props: MenuItemProps): ReactNode {
  return (
    <Base.Item
      disabled={props.disabled}
      onClick={props.onSelect}
      className={classNames(
        'flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
        props.danger && 'text-danger-ink',
      )}
    >
      {props.icon}
      <span className="grow">{props.children}</span>
      {props.shortcut && <kbd className="ps-4 font-sans text-xs text-muted">{props.shortcut}</kbd>}
    </Base.Item>
  )
}
