import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { usePopup } from './layers.ts'

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  align?: 'start' | 'center' | 'end'
  onOpenChange?: (open: boolean) => void
  /** Returns the element that gets the focus after closing; by default the button. */
  finalFocus?: () => HTMLElement | null
}

interface LoadedMenuProps extends MenuProps {
  /** Whether the button that this one replaces had the focus, or was pressed. */
  takesOver: { focus: boolean; press: boolean }
}

export function LoadedMenu(props: LoadedMenuProps): ReactNode {
  const { trigger, children, side = 'bottom', align = 'start', onOpenChange, finalFocus } = props
  const [open, setOpen] = usePopup()
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean): void => {
    setOpen(next)
    onOpenChange?.(next)
  }
  useEffect(() => {
    const { focus, press } = props.takesOver
    if (focus) button.current?.focus()
    if (press) button.current?.click()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the button appears
  }, [])
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Trigger ref={button} render={trigger} />
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

export interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  shortcut?: string | undefined
  /** Whether what it names is on; without it, it names something to do. */
  checked?: boolean
  onSelect: () => void
  children: ReactNode
}

export function LoadedMenuItem(props: MenuItemProps): ReactNode {
  const className = classNames(
    'flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
    props.danger && 'text-danger-ink',
  )
  const content = (
    <>
      {props.icon}
      <span className="grow">{props.children}</span>
      {props.shortcut && <kbd className="ps-4 font-sans text-xs text-muted">{props.shortcut}</kbd>}
    </>
  )
  if (props.checked === undefined) {
    return (
      <Base.Item disabled={props.disabled} onClick={props.onSelect} className={className}>
        {content}
      </Base.Item>
    )
  }
  return (
    <Base.CheckboxItem
      closeOnClick
      checked={props.checked}
      disabled={props.disabled}
      onCheckedChange={props.onSelect}
      className={className}
    >
      {content}
      {props.checked && <Check aria-hidden className="size-4 text-accent-ink" />}
    </Base.CheckboxItem>
  )
}

export interface MenuRadioGroupProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onValueChange: (value: Value) => void
}

export function LoadedMenuRadioGroup<Value extends string>(
  props: MenuRadioGroupProps<Value>,
): ReactNode {
  const { label, value, options, onValueChange } = props
  return (
    <Base.RadioGroup value={value} onValueChange={onValueChange}>
      <Base.GroupLabel className="px-2.5 pt-1 pb-1.5 text-xs text-muted">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className="flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none select-none data-highlighted:bg-hover"
        >
          <span className="grow">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check aria-hidden className="size-4 text-accent-ink" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
