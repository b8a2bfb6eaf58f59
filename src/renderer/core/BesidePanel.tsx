import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { useNarrow } from './appearance/narrow.ts'
import type { storedNumberAtom } from './stored/storedNumber.ts'

interface BesidePanelProps {
  /** In a narrower window, in CSS pixels, the panel lies over what it was opened beside. */
  minWidth: number
  width: ReturnType<typeof storedNumberAtom>
  resizeLabel: string
  children: ReactNode
}

/** Shows a document beside the conversation, or over it in a narrow window. */
export function BesidePanel(props: BesidePanelProps): ReactNode {
  const narrow = useNarrow(props.minWidth)
  const [width, setWidth] = useAtom(props.width)
  if (narrow) return <div className="absolute inset-0 z-20 bg-canvas">{props.children}</div>
  return (
    <SidePanel
      side="end"
      share="half"
      resizeLabel={props.resizeLabel}
      width={width}
      minimum={280}
      maximum={1200}
      onWidthChange={setWidth}
    >
      {props.children}
    </SidePanel>
  )
}
