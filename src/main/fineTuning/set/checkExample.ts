import { isObject, objectsOf, textOf, type JsonObject } from '../../../shared/json.ts'
import { checkMessages } from './checkMessages.ts'
import type { Report } from './report.ts'

export type SetMethod = 'supervised' | 'dpo'

/** An example that has been checked. */
export interface CheckedExample {
  method: SetMethod
  /** The texts of its messages, in order. */
  texts: string[]
  /** The same without system messages, which examples share. */
  ownTexts: string[]
}

/**
 * Checks one example as services do: a conversation, or for preferences an input with two answers.
 * Reports each fault with the path of its field.
 */
export function checkExample(example: JsonObject, report: Report): CheckedExample {
  const isPreference = 'input' in example || 'preferred_output' in example
  const checked: CheckedExample = {
    method: isPreference ? 'dpo' : 'supervised',
    texts: [],
    ownTexts: [],
  }
  const keep = (role: string, text: string): void => {
    checked.texts.push(text)
    if (role !== 'system' && role !== 'developer') checked.ownTexts.push(text)
  }
  if (!isPreference) {
    const { messages } = example
    checkMessages(
      messages,
      { field: 'messages', tools: toolNames(example), isWhole: true },
      report,
      keep,
    )
    return checked
  }
  const { input } = example
  if (!isObject(input)) report('preferenceInvalid', 'input')
  else {
    const tools = toolNames(input)
    checkMessages(
      input['messages'],
      { field: 'input.messages', tools, isWhole: false },
      report,
      keep,
    )
  }
  for (const field of ['preferred_output', 'non_preferred_output'] as const) {
    const output = example[field]
    const isOneAnswer =
      Array.isArray(output) && output.length === 1 && objectsOf(output)[0]?.['role'] === 'assistant'
    if (!isOneAnswer) report('preferenceInvalid', field)
    else {
      const tools = isObject(input) ? toolNames(input) : new Set<string>()
      checkMessages(output, { field, tools, isWhole: true }, report, keep)
    }
  }
  return checked
}

/** Returns the names of the tools that an example declares, in the new form or the old one. */
function toolNames({ tools, functions }: JsonObject): ReadonlySet<string> {
  const declared = objectsOf(tools).map((tool) => tool['function'])
  return new Set(
    [...declared, ...objectsOf(functions)].filter(isObject).map((tool) => textOf(tool['name'])),
  )
}
