import type { McpProcessConfig } from '../../../shared/plugins/mcp.ts'

const runners = /^(?:npx|npx\.cmd)$/i
const flagsAlone = new Set(['-y', '--yes', '-q', '--quiet', '--prefer-offline', '--no-install'])
const reference = /^((?:@[^@/]+\/)?[^@/]+)(?:@([^@/]+))?$/

/**
 * Returns a configuration that starts a package of npm by npx as one that installs it once. Without
 * a version the newest is installed then, and kept. Any other configuration stays as it is.
 */
export function withPackage(config: McpProcessConfig): McpProcessConfig {
  if (config.package || !runners.test(config.command)) return config
  const parts = [...config.arguments]
  let name: string | undefined
  while (parts.length > 0) {
    const part = parts.shift() ?? ''
    if (flagsAlone.has(part)) continue
    if (part === '--') continue
    // `--package=a b` starts another program than the package's own.
    if (part.startsWith('-')) return config
    name = part
    break
  }
  const found = reference.exec(name ?? '')
  if (!found?.[1]) return config
  const wanted = { name: found[1], version: found[2] ?? 'latest' }
  return { ...config, command: 'node', arguments: parts, package: wanted }
}
