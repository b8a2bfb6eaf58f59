const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const
export type Modifier = (typeof modifiers)[number]

export interface Keys {
  modifiers: ReadonlySet<Modifier>
  /**
   * The key in accelerator notation, such as `D`, `F9` or `Space`, or a single modifier of one
   * side.
   */
  key: string
}

/** Modifiers of one side, which can be held down to talk without another key. */
export const loneModifiers = ['RightCtrl', 'RightAlt', 'RightShift', 'RightMeta'] as const

const names: Record<string, Modifier> = {
  alt: 'Alt',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  control: 'Ctrl',
  ctrl: 'Ctrl',
  meta: 'Meta',
  shift: 'Shift',
  super: 'Meta',
}

/** Parses an Electron accelerator; returns undefined for an invalid one. */
export function parseAccelerator(
  accelerator: string,
  platform: NodeJS.Platform = process.platform,
): Keys | undefined {
  const parts = accelerator.split('+')
  const key = parts.pop()
  if (!key || key.toLowerCase() in names) return undefined
  const held = new Set<Modifier>()
  for (const part of parts) {
    const modifier = /^(cmdorctrl|commandorcontrol)$/i.test(part)
      ? platform === 'darwin'
        ? 'Meta'
        : 'Ctrl'
      : names[part.toLowerCase()]
    if (!modifier) return undefined
    held.add(modifier)
  }
  return { modifiers: held, key }
}

/** Returns true if two accelerators mean the same keys. */
export function sameKeys(first: string, second: string): boolean {
  const normal = (accelerator: string): string => {
    const keys = parseAccelerator(accelerator)
    if (!keys) return accelerator
    const held = modifiers.filter((modifier) => keys.modifiers.has(modifier))
    return [...held, keys.key.toLowerCase()].join('+')
  }
  return normal(first) === normal(second)
}

/** Returns true if the keys can serve as a system-wide hotkey because they type nothing. */
export function isSuitable({ modifiers: held, key }: Keys): boolean {
  if (/^F\d{1,2}$/i.test(key) || /^(Pause|ScrollLock|Insert)$/i.test(key)) return true
  if (loneModifiers.some((name) => name === key)) return held.size === 0
  const count = [...held].filter((modifier) => modifier !== 'Shift').length
  return count > 0
}
