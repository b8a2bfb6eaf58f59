export const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const
export type Modifier = (typeof modifiers)[number]

export interface Keys {
  modifiers: ReadonlySet<Modifier>
  /** As accelerators name it, such as `D`, `F9` or `Space`; or a modifier of one side alone. */
  key: string
}

/** The modifiers of one side, which can be held down to talk all by themselves. */
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

/** Reads an accelerator of Electron's; undefined for what is none. */
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

/** The same for every way of writing the same keys. */
export function sameKeys(first: string, second: string): boolean {
  const normal = (accelerator: string): string => {
    const keys = parseAccelerator(accelerator)
    if (!keys) return accelerator
    const held = modifiers.filter((modifier) => keys.modifiers.has(modifier))
    return [...held, keys.key.toLowerCase()].join('+')
  }
  return normal(first) === normal(second)
}

/** Whether the keys are free for the whole system: no one types with them. */
export function isSuitable({ modifiers: held, key }: Keys): boolean {
  if (/^F\d{1,2}$/i.test(key) || /^(Pause|ScrollLock|Insert)$/i.test(key)) return true
  if (loneModifiers.some((name) => name === key)) return held.size === 0
  const count = [...held].filter((modifier) => modifier !== 'Shift').length
  return count > 0
}
