interface Command {
  command: string
  arguments: readonly string[]
}

/** Returns a command with its arguments in one line; quotation marks show where each one ends. */
export function commandLine({ command, arguments: values }: Command): string {
  return [command, ...values].map(quoted).join(' ')
}

function quoted(text: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(text) ? text : JSON.stringify(text)
}
