import { cloneElement, useState, useSyncExternalStore } from 'react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { MenuItemProps, MenuProps } from './LoadedMenu.tsx'
import { whenIdle } from './whenIdle.ts'

type Loaded = typeof import('./LoadedMenu.tsx')

let loaded: Loaded | undefined
let loading: Promise<void> | undefined
const watchers = new Set<() => void>()

/** Loads what opens menus, a quarter of the page's code, which the first paint does without. */
function load(): Promise<void> {
  return (loading ??= import('./LoadedMenu.tsx').then((module) => {
    loaded = module
    for (const tell of watchers) tell()
  }))
}

whenIdle().then(load).catch(reportError)

/** Returns what opens menus; undefined until it is loaded, when no menu is open. */
export function loadedMenu(): Loaded | undefined {
  return loaded
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

/** Shows a button that opens a menu. Its children are `MenuItem` and `MenuRadioGroup`. */
export function Menu(props: MenuProps): ReactNode {
  const parts = useSyncExternalStore(watch, loadedMenu)
  const [focus, setFocus] = useState(false)
  const [press, setPress] = useState(false)
  if (parts) return <parts.LoadedMenu {...props} takesOver={{ focus, press }} />
  const button: HTMLAttributes<HTMLElement> = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
    onClick: () => {
      setPress(true)
      load().catch(reportError)
    },
  }
  return cloneElement(props.trigger, button)
}

export function MenuItem(props: MenuItemProps): ReactNode {
  return loaded && <loaded.LoadedMenuItem {...props} />
}
