import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { ResizeHandle } from '../layout/ResizeHandle.tsx'
import { defaultTextPixels } from '../textScale.ts'

interface SidePanelProps {
  /** The edge of its place that it stands at. */
  side: 'start' | 'end'
  /** The accessible name of the edge that the pointer or the arrow keys move. */
  resizeLabel: string
  /** In CSS pixels at the default text size; larger text makes it wider. */
  width: number
  minimum?: number
  maximum?: number
  /** The part of the place that it may take at most: two fifths, unless it is half. */
  share?: 'half'
  onWidthChange: (width: number) => void
  children: ReactNode
}

/**
 * Shows content beside that of its place, at a width that the user sets, within its share of
 * the place. A narrow window shows the same in a Drawer.
 */
export function SidePanel(props: SidePanelProps): ReactNode {
  const { side, resizeLabel, width, minimum = 200, maximum = 480, share } = props
  const { onWidthChange, children } = props
  return (
    <div
      style={{ inlineSize: `${width / defaultTextPixels}rem` }}
      className={classNames(
        'relative flex shrink-0 bg-sunken',
        share === 'half' ? 'max-w-1/2' : 'max-w-2/5',
        side === 'end' && 'flex-row-reverse',
      )}
    >
      <div className="min-w-0 grow">{children}</div>
      <ResizeHandle
        label={resizeLabel}
        side={side}
        width={width}
        minimum={minimum}
        maximum={maximum}
        onWidthChange={onWidthChange}
      />
    </div>
  )
}
