import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  text: ReactNode
  /** The keys that do the same, as they are shown to the user. */
  shortcut?: string | undefined
  /** There is nothing to tell at the moment. */
  disabled?: boolean
  /** Whether it is shown, where that is not for the pointer and the focus to say. */
  open?: boolean | undefined
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  /** One element that takes a ref and event handlers. */
  children: ReactElement
}

/** A hint for the pointer and the focus. It is no name: the child has its own. */
export function Tooltip(props: TooltipProps): ReactNode {
  const { text, shortcut, disabled = false, open, side = 'bottom', children } = props
  return (
    <Base.Root disabled={disabled} {...(open === undefined ? {} : { open })}>
      <Base.Trigger render={children} delay={500} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion flex max-w-72 items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs break-words text-canvas">
            {text}
            {shortcut && <kbd className="font-sans opacity-75">{shortcut}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
