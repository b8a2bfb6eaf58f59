/** The fields of a keyboard event that determine an accelerator. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

const codeNames: Readonly<Record<string, string>> = {
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  Backquote: '`',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Enter: 'Return',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
}
const plainCodes =
  /^(?:F\d{1,2}|Space|Tab|Insert|Delete|Home|End|PageUp|PageDown|Pause|ScrollLock)$/
const rightModifiers: Readonly<Record<string, string>> = {
  AltRight: 'RightAlt',
  ControlRight: 'RightCtrl',
  MetaRight: 'RightMeta',
  ShiftRight: 'RightShift',
}

/**
 * Returns the accelerator of a key press; undefined while only modifiers are down, or for a dead
 * key.
 */
export function acceleratorOf(press: KeyPress, isMac: boolean): string | undefined {
  const key = keyOf(press.code)
  if (!key) return undefined
  const modifiers = [
    press.ctrlKey && (isMac ? 'Ctrl' : 'CmdOrCtrl'),
    press.metaKey && (isMac ? 'CmdOrCtrl' : 'Super'),
    press.altKey && 'Alt',
    press.shiftKey && 'Shift',
  ].filter((name) => name !== false)
  return [...modifiers, key].join('+')
}

/**
 * Returns a right-hand modifier alone, which the user can hold to talk; undefined for any other
 * key.
 */
export function loneModifierOf(code: string): string | undefined {
  return rightModifiers[code]
}

function keyOf(code: string): string | undefined {
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]
  if (letter) return letter
  return plainCodes.test(code) ? code : codeNames[code]
}
