import type { ReactNode } from 'react'
import type { MenuRadioGroupProps } from './LoadedMenu.tsx'
import { loadedMenu } from './Menu.tsx'

/** Shows a choice among a few options in a menu. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>): ReactNode {
  const parts = loadedMenu()
  return parts && <parts.LoadedMenuRadioGroup {...props} />
}
