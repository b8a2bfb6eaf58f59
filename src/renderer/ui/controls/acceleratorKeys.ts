/** Returns the keys of an Electron accelerator by the names on the user's keyboard. */
export function acceleratorKeys(accelerator: string, isMac: boolean): string[] {
  return accelerator.split('+').map((key) => {
    if (key === 'CmdOrCtrl') return isMac ? '⌘' : 'Ctrl'
    return key
  })
}
