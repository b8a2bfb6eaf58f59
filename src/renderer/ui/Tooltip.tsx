import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  text: ReactNode
  /** The keys with the same effect, as shown to the user. */
  shortcut?: string | undefined
  /** Whether there is nothing to show now. */
  disabled?: boolean
  /** Whether it is shown, if neither pointer nor focus decides. */
  open?: boolean | undefined
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  /** One element that takes a ref and event handlers. */
  children: ReactElement
}

/** Shows a hint at hover and focus. It is no accessible name: the child has its own. */
export function Tooltip(props: TooltipProps): ReactNode {
  const { text, shortcut, disabled = false, open, side = 'bottom', children } = props
  return (
    <Base.Root disabled={disabled} {...(open === undefined ? {} : { open })}>
      <Base.Trigger render={children} delay={500} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion flex max-w-72 items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs break-words text-canvas forced-colors:border">
            {text}
            {shortcut && <kbd className="font-sans opacity-75">{shortcut}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
