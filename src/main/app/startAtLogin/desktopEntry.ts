/** Formats a value of the type `string`, by the Desktop Entry Specification. */
export function formatString(value: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }
  return value.replaceAll(/[\\\n\t\r]/g, (character) => escapes[character] ?? '\\\\')
}

/** Formats the value of `Exec`. Its arguments are quoted first and escaped as a string after that. */
export function formatExec(command: readonly string[]): string {
  return formatString(command.map(quote).join(' '))
}

function quote(argument: string): string {
  const literal = argument.replaceAll('%', '%%')
  if (/^[\w@%+=:,./-]+$/.test(argument)) return literal
  return `"${literal.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`
}

/** Returns the keys of the group that desktops start a program by. */
export function readDesktopEntry(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  let isRead = false
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isRead = line.trim() === '[Desktop Entry]'
    const equals = line.indexOf('=')
    if (!isRead || equals < 1 || line.startsWith('#')) continue
    keys.set(line.slice(0, equals).trim(), parseString(line.slice(equals + 1).trim()))
  }
  return keys
}

function parseString(value: string): string {
  const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r' }
  return value.replaceAll(/\\(.)/g, (_whole, letter: string) => escapes[letter] ?? letter)
}
