/** The keysyms of keys that accelerators name by a word. */
const named: Record<string, number> = {
  space: 0x20,
  plus: 0x2b,
  backspace: 0xff08,
  tab: 0xff09,
  return: 0xff0d,
  esc: 0xff1b,
  delete: 0xffff,
  home: 0xff50,
  left: 0xff51,
  up: 0xff52,
  right: 0xff53,
  down: 0xff54,
  pageup: 0xff55,
  pagedown: 0xff56,
  end: 0xff57,
  printscreen: 0xff61,
  insert: 0xff63,
  capslock: 0xffe5,
  numlock: 0xff7f,
  scrolllock: 0xff14,
  pause: 0xff13,
}
const firstFunctionKey = 0xffbe

/** Returns the keysym of a key in `acceleratorKey` notation; undefined if X has no such key. */
export function keysymOf(key: string): number | undefined {
  const functionKey = /^f(\d{1,2})$/.exec(key)
  if (functionKey) return firstFunctionKey - 1 + Number(functionKey[1])
  if (key.length === 1) return key.charCodeAt(0)
  return named[key]
}
