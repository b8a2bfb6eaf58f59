import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/controls/TextField.tsx'
import { frameSides } from './frame.ts'
import type { Frame, FrameSide } from './frame.ts'

interface FrameFieldsProps {
  frame: Frame
  /** The pixels of one press of an arrow key. */
  step: number
  onMove: (side: FrameSide, pixels: number) => void
}

/** Shows by how many pixels each side is enlarged, to be typed. */
export function FrameFields({ frame, step, onMove }: FrameFieldsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('media.mask.tools.frame')} className="flex flex-wrap gap-3">
      {frameSides.map((side) => (
        <SideField
          key={`${side} ${String(frame[side])}`}
          label={t(`media.mask.frame.${side}`)}
          pixels={frame[side]}
          step={step}
          onMove={(pixels) => onMove(side, pixels)}
        />
      ))}
    </div>
  )
}

interface SideFieldProps {
  label: string
  pixels: number
  step: number
  onMove: (pixels: number) => void
}

function SideField({ label, pixels, step, onMove }: SideFieldProps): ReactNode {
  const [text, setText] = useState(String(pixels))
  const commit = (next: number): void => {
    setText(String(pixels))
    if (next !== pixels) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined && event.key !== 'Enter') return
    event.preventDefault()
    commit(Math.max(0, Number(text) + (direction ?? 0) * step))
  }
  return (
    <div className="w-20">
      <TextField
        label={label}
        inputMode="numeric"
        dir="ltr"
        value={text}
        onChange={({ target }) => setText(target.value.replaceAll(/\D/g, '').slice(0, 5))}
        onKeyDown={onKeyDown}
        onBlur={() => commit(Number(text))}
      />
    </div>
  )
}
