import { cloneElement, useState, useSyncExternalStore } from 'react'
import type { HTMLAttributes, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { MenuItemProps, MenuProps } from './LoadedMenu.tsx'
import { whenIdle } from '../whenIdle.ts'

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

interface Touched {
  focus: boolean
  press: boolean
}

const untouched: Touched = { focus: false, press: false }

/**
 * Shows a button that opens a menu. Its children are `MenuItem` and `MenuRadioGroup`. What opens
 * the menu takes the button's place when the user first reaches it, because most buttons are never
 * reached.
 */
export function Menu(props: MenuProps): ReactNode {
  const [touched, setTouched] = useState<Touched>()
  const parts = useSyncExternalStore(watch, () => touched && loadedMenu())
  if (touched && parts) return <parts.LoadedMenu {...props} takesOver={touched} />
  const touch = (change: Partial<Touched>): void =>
    setTouched((before = untouched) => ({ ...before, ...change }))
  const press = (): void => {
    touch({ press: true })
    load().catch(reportError)
  }
  const button: HTMLAttributes<HTMLElement> = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // At once, because a press that begins on one button and ends on another is no click.
    onPointerEnter: () => flushSync(() => touch({})),
    onFocus: () => touch({ focus: true }),
    onBlur: () => touch({ focus: false }),
    onClick: press,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      press()
    },
  }
  return cloneElement(props.trigger, button)
}

export function MenuItem(props: MenuItemProps): ReactNode {
  return loaded && <loaded.LoadedMenuItem {...props} />
}
