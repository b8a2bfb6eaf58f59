import { manifestError } from './manifestError.ts'

const maxLevels = 200

/**
 * Checks that a JSON text is not nested deeper than code can follow, before it is parsed. Errors:
 * pluginManifestInvalid.
 */
export function assertShallow(text: string): void {
  let level = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isInText) {
      if (character === '\\') index += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') level += 1
    else if (character === '}' || character === ']') level -= 1
    if (level > maxLevels) throw manifestError('JSON', 'It is nested too deeply')
  }
}
