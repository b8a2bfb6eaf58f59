import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'

/** Debian's names for the tool of each processor, which this machine has for its own only. */
const tools = { x64: 'x86_64-linux-gnu-strip', arm64: 'aarch64-linux-gnu-strip' }

/**
 * Removes the symbols that only debuggers read. Without a tool for the processor the file stays as
 * it is, which makes the package larger.
 * @param {string} file
 * @param {import('./architectures.mjs').Architecture} arch
 */
export function stripProgram(file, arch) {
  const candidates = [tools[arch], ...(arch === process.arch ? ['strip'] : []), 'llvm-strip']
  const isStripped = candidates.some(
    (tool) => spawnSync(tool, ['--strip-unneeded', file], { stdio: 'ignore' }).status === 0,
  )
  chmodSync(file, file.endsWith('.node') ? 0o644 : 0o755)
  if (!isStripped) console.log(`Not stripped, so the package is larger: ${file}`)
}
