import { AppError } from '../../../shared/errors.ts'
import type { McpConfig } from '../../../shared/plugins/mcp.ts'

/** A server as somebody describes it. Nothing of it has run. */
export interface ServerEntry {
  /** The name by which it is known, such as `io.github.user/weather`. */
  name: string
  title: string
  description: string
  author: string
  homepage: string | null
  version: string | null
  config: McpConfig
  /** A JSON Schema of type `object` for its settings; null for none. */
  settings: Record<string, unknown> | null
  /** Values of settings that the description holds, such as keys in another client's file. */
  values: Readonly<Record<string, string>>
}

/** A setting of a server, as its JSON Schema has it. */
export interface SettingSchema {
  type: 'string' | 'number' | 'boolean'
  title?: string
  description?: string
  format?: 'password'
  enum?: readonly string[]
  default?: string | number | boolean
  minimum?: number
  maximum?: number
}

/** Collects the settings that a description needs. */
export class SettingsCollector {
  readonly #properties = new Map<string, SettingSchema>()
  readonly #required = new Set<string>()
  readonly values: Record<string, string> = {}

  /** Adds a setting, and returns what stands for its value in a configuration. */
  add(name: string, schema: SettingSchema, isRequired: boolean): string {
    this.#properties.set(name, schema)
    if (isRequired) this.#required.add(name)
    return `\${user_config.${name}}`
  }

  schema(): Record<string, unknown> | null {
    if (this.#properties.size === 0) return null
    return {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      required: [...this.#required],
    }
  }
}

/** Names of values that belong in the keychain. */
export const secretName = /(?:key|token|secret|password|passwd|passphrase|credentials?|auth)/i

/** Subject of an error about the bundle as a whole, where no field is wrong. */
export const wholeBundle = 'mcpb'

/** Returns the error for a description that is refused because of a field. */
export function entryError(field: string, problem: string): AppError {
  const details = { subject: field.slice(0, 300), answer: problem.slice(0, 500) }
  return new AppError('pluginManifestInvalid', `${field}: ${problem}`.slice(0, 500), details)
}
