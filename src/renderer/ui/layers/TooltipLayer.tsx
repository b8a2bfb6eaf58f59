import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { followTooltips } from './followTooltips.ts'
import type { TooltipSide } from './tooltipOf.ts'

interface Shown {
  element: HTMLElement
  text: string
  shortcut: string | undefined
  side: TooltipSide
}

const sides: readonly TooltipSide[] = ['top', 'bottom', 'inline-start', 'inline-end']

/** Shows the tooltips of the page's elements, which `tooltipOf` describes, one at a time. */
export function TooltipLayer(): ReactNode {
  const [shown, setShown] = useState<Shown>()
  // The last one stays in its place while it fades.
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      followTooltips(document, {
        onShow(element) {
          setShown(read(element))
          setOpen(true)
        },
        onHide: () => setOpen(false),
      }),
    [],
  )
  if (!shown) return null
  return (
    <Base.Root open={isOpen}>
      <Base.Portal>
        <Base.Positioner
          anchor={shown.element}
          side={shown.side}
          sideOffset={6}
          className="pointer-events-none z-60"
        >
          <Base.Popup className="popup-motion flex max-w-72 items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs break-words text-canvas forced-colors:border">
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              {shown.text}
            </span>
            {shown.shortcut && <kbd className="font-sans opacity-75">{shown.shortcut}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function read(element: HTMLElement): Shown {
  const { tooltip = '', tooltipShortcut, tooltipSide } = element.dataset
  const side = sides.find((known) => known === tooltipSide) ?? 'bottom'
  return { element, text: tooltip, shortcut: tooltipShortcut, side }
}
