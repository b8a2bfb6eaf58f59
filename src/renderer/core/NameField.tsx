import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { tooltipOf } from '../ui/layers/tooltipOf.ts'
import { isPlainEnter } from './isPlainEnter.ts'

interface NameFieldProps {
  label: string
  value: string
  maxLength: number
  /** Called with the new name if it is another one. */
  onSave: (name: string) => void
  onClose: () => void
}

/** Edits a name in place: Enter and leaving the field save it, Escape does not. */
export function NameField({ label, value, maxLength, onSave, onClose }: NameFieldProps): ReactNode {
  const [name, setName] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const closed = useRef(false)
  useLayoutEffect(() => field.current?.focus(), [])

  const close = (keep: boolean): void => {
    if (closed.current) return
    closed.current = true
    const trimmed = name.trim()
    if (keep && trimmed && trimmed !== value) onSave(trimmed)
    onClose()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (isPlainEnter(event.nativeEvent)) close(true)
    else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      close(false)
    }
  }

  return (
    <input
      ref={field}
      {...tooltipOf(name, { whenCut: true })}
      dir="auto"
      value={name}
      maxLength={maxLength}
      aria-label={label}
      onChange={(event) => setName(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => close(true)}
      onKeyDown={onKeyDown}
      className="field h-full w-full px-2.5 text-sm"
    />
  )
}
