import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

interface MenuRadioGroupProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onValueChange: (value: Value) => void
}

/** Shows a choice among a few options in a menu. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>): ReactNode {
  const { label, value, options, onValueChange } = props
  return (
    <Menu.RadioGroup value={value} onValueChange={onValueChange}>
      <Menu.GroupLabel className="px-2.5 pt-1 pb-1.5 text-xs text-muted">{label}</Menu.GroupLabel>
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className="flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none select-none data-highlighted:bg-hover"
        >
          <span className="grow">{option.label}</span>
          <Menu.RadioItemIndicator>
            <Check aria-hidden className="size-4 text-accent-ink" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
