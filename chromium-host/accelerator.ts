const keyNames: Record<string, string> = {
  escape: 'esc',
  enter: 'return',
  '+': 'plus',
  ' ': 'space',
}

const modifierNames: Record<string, string> = {
  cmd: 'meta',
  command: 'meta',
  super: 'meta',
  meta: 'meta',
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  option: 'alt',
  shift: 'shift',
}

/** Returns an accelerator such as `CmdOrCtrl+Shift+I` in the pages' notation: `ctrl+shift+i`. */
export function acceleratorKey(accelerator: string, platform = process.platform): string {
  const held = new Set<string>()
  let key = ''
  for (const part of accelerator.toLowerCase().split('+')) {
    if (part === 'cmdorctrl' || part === 'commandorcontrol') {
      held.add(platform === 'darwin' ? 'meta' : 'ctrl')
    } else if (part in modifierNames) held.add(modifierNames[part]!)
    else key = keyNames[part] ?? part
  }
  const modifiers = ['meta', 'ctrl', 'alt', 'shift'].filter((name) => held.has(name))
  return [...modifiers, key].join('+')
}
