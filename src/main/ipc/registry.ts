import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Contract, Definition, Handlers } from '../../shared/ipc/define.ts'
import { boundInput } from './boundInput.ts'

export type AnyHandler = (input: unknown, ...rest: unknown[]) => unknown

export interface Entry<Kind extends Definition['kind'] = Definition['kind']> {
  definition: Extract<Definition, { kind: Kind }>
  handler: AnyHandler
}

/** Looks up `feature.name`. Uses a Map, so that names like `__proto__` are unknown. */
export type Registry = <Kind extends 'method' | 'stream'>(
  kind: Kind,
  name: unknown,
) => Entry<Kind> | undefined

export function createRegistry<C extends Contract>(
  contract: C,
  handlers: Partial<Handlers<C>>,
): Registry {
  const entries = new Map<string, Entry>()
  for (const [feature, definitions] of Object.entries(contract)) {
    const ofFeature = handlers[feature] as Record<string, AnyHandler> | undefined
    for (const [name, definition] of Object.entries(definitions)) {
      const handler = ofFeature?.[name]
      if (definition.kind !== 'event' && handler) {
        entries.set(`${feature}.${name}`, { definition, handler })
      }
    }
  }
  return ((kind, name) => {
    const entry = typeof name === 'string' ? entries.get(name) : undefined
    return entry?.definition.kind === kind ? entry : undefined
  }) as Registry
}

/** Parses the page's input. An error names the fields but not their content. */
export function parseInput(schema: z.ZodType, input: unknown): unknown {
  boundInput(input)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.map(String).join('.').slice(0, 100)
    return `${path || 'input'}: ${issue.code}`
  })
  throw new AppError('badInput', `The input does not fit: ${fields.join(', ')}`)
}
