import type { UiohookKey as Codes } from 'uiohook-napi'
import type { KeyEvent, KeyListener } from './holdKey.ts'

/** Keys whose accelerator name differs from uiohook's name. */
const otherNames: Record<string, keyof typeof Codes> = {
  Return: 'Enter',
  Esc: 'Escape',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  RightCtrl: 'CtrlRight',
  RightAlt: 'AltRight',
  RightShift: 'ShiftRight',
  RightMeta: 'MetaRight',
  '-': 'Minus',
  '=': 'Equal',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  ';': 'Semicolon',
  "'": 'Quote',
  '`': 'Backquote',
  '\\': 'Backslash',
  '[': 'BracketLeft',
  ']': 'BracketRight',
}
/** uiohook has no name for Pause. */
const furtherCodes: Record<string, number> = { pause: 3653 }

/** Creates a listener based on uiohook, which is loaded at the first use. */
export async function createUiohookListener(): Promise<KeyListener> {
  const { uIOhook, UiohookKey } = await import('uiohook-napi')
  const codes = new Map<string, number>(
    Object.entries(UiohookKey).map(([name, code]) => [name.toLowerCase(), code]),
  )
  let down: ((event: KeyEvent) => void) | undefined
  let up: ((event: KeyEvent) => void) | undefined
  return {
    codesOf(key) {
      const name = String(otherNames[key] ?? key).toLowerCase()
      const code = codes.get(name) ?? furtherCodes[name]
      return code === undefined ? [] : [code]
    },
    start(heard) {
      down = heard.down
      up = heard.up
      uIOhook.on('keydown', down)
      uIOhook.on('keyup', up)
      return new Promise((resolve) => resolve(uIOhook.start()))
    },
    stop() {
      uIOhook.stop()
      if (down) uIOhook.off('keydown', down)
      if (up) uIOhook.off('keyup', up)
    },
  }
}
