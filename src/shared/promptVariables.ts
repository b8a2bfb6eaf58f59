/** Variables that Parley can fill in by itself, by the names that they have in prompts. */
const builtInNames: Readonly<Record<string, BuiltInVariable>> = {
  date: 'date',
  current_date: 'date',
  time: 'time',
  current_time: 'time',
  clipboard: 'clipboard',
  selection: 'selection',
}
export type BuiltInVariable = 'date' | 'time' | 'clipboard' | 'selection'

/** A variable of a prompt, `{{name}}`. */
export interface PromptVariable {
  name: string
  /** Set if Parley can fill it in. */
  builtIn: BuiltInVariable | undefined
  /** The value that `{{name | text:default="…"}}` proposes; empty for none. */
  preset: string
  /** The rest after the name: types and choices of Open WebUI, which Parley doesn't use. */
  unused: string
}

/** A backslash before it keeps it as it is. Nothing within can hold braces or a line end. */
const placeholder = /\\?\{\{([^{}\n|]{1,80})(?:\|([^{}\n]{0,1000}))?\}\}/g
const presetPattern = /:default="([^"]*)"/

/** Returns the variables of a prompt in their order, each once. */
export function listVariables(text: string): PromptVariable[] {
  const found = new Map<string, PromptVariable>()
  for (const [whole, name = '', options = ''] of text.matchAll(placeholder)) {
    const variable = readVariable(name, options)
    if (whole.startsWith('\\') || variable.name === '') continue
    const known = found.get(variable.name)
    if (!known || known.preset === '') found.set(variable.name, variable)
  }
  return [...found.values()]
}

/**
 * Returns the text with the values in place of its variables. A variable without a value stays as
 * it is. Values are taken literally: braces in them mean nothing.
 */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (whole, name: string) => {
    if (whole.startsWith('\\')) return whole.slice(1)
    return values.get(normalName(name)) ?? whole
  })
}

function readVariable(written: string, options: string): PromptVariable {
  const name = normalName(written)
  return {
    name,
    builtIn: Object.hasOwn(builtInNames, name) ? builtInNames[name] : undefined,
    preset: presetPattern.exec(options)?.[1] ?? '',
    unused: options
      .replace(presetPattern, '')
      .replace(/^\s*text\s*$/, '')
      .trim(),
  }
}

/** Returns a name without blanks around it, and one of Parley's own in lower case. */
function normalName(written: string): string {
  const name = written.trim()
  const lower = name.toLowerCase()
  return Object.hasOwn(builtInNames, lower) ? lower : name
}
