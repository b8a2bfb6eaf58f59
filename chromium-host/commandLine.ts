export interface CommandLine {
  appendSwitch(name: string, value?: string): void
  appendArgument(value: string): void
  hasSwitch(name: string): boolean
  getSwitchValue(name: string): string
  removeSwitch(name: string): void
  /** Returns all switches as Chromium arguments, `--name` or `--name=value`. */
  switches(): string[]
}

/** Switches that Node or the host handles, and switches that would break the host. */
const kept =
  /^(inspect|inspect-brk|inspect-port|require|user-data-dir|headless|app|type|remote-debugging-pipe|no-startup-window)$/

/** Creates Electron's `app.commandLine`, with case-insensitive names. */
export function createCommandLine(args: readonly string[]): CommandLine {
  const values = new Map<string, string>()
  const extra: string[] = []
  const appendSwitch = (name: string, value = ''): void => {
    values.set(name.toLowerCase(), value)
  }
  for (const arg of args) {
    if (arg === '--') break
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(arg)
    if (match) appendSwitch(match[1]!, match[2])
  }
  return {
    appendSwitch,
    appendArgument: (value) => void extra.push(value),
    hasSwitch: (name) => values.has(name.toLowerCase()),
    getSwitchValue: (name) => values.get(name.toLowerCase()) ?? '',
    removeSwitch: (name) => void values.delete(name.toLowerCase()),
    switches: () => {
      const own = [...values].filter(([name]) => !kept.test(name))
      return [...own.map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)), ...extra]
    },
  }
}
