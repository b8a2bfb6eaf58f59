import { createHash } from 'node:crypto'

const maxLength = 64
const hashLength = 8

/**
 * Returns the name that models use for a plugin's tool: `<plugin>__<tool>`. Names that are too
 * long, hold other characters, or could be split in two ways get a hash, so that no two tools get
 * the same name.
 */
export function callName(pluginId: string, tool: string): string {
  const plain = `${pluginId}__${tool}`
  const isClear = !pluginId.includes('__') && !pluginId.endsWith('_') && !tool.startsWith('_')
  if (isClear && plain.length <= maxLength && /^[\w-]+$/.test(plain)) return plain
  const hash = createHash('sha256').update(`${pluginId}\0${tool}`).digest('hex')
  const readable = plain.replaceAll(/[^\w-]+/g, '_').slice(0, maxLength - hashLength - 1)
  return `${readable}_${hash.slice(0, hashLength)}`
}
