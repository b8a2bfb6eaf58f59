/** The keys of an accelerator as Electron writes them, by the names on the user's keyboard. */
export function acceleratorKeys(accelerator: string, isMac: boolean): string[] {
  return accelerator.split('+').map((key) => {
    if (key === 'CmdOrCtrl') return isMac ? '⌘' : 'Ctrl'
    return key
  })
}
