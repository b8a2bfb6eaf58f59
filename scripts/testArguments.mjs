import { problem } from './problem.mjs'

export const parts = [
  'format',
  'types',
  'lint',
  'imports',
  'unused',
  'unit',
  'markdown',
  'parts',
  'e2e',
  'disk',
  'package',
]

/** Parts that run only where they are named: `unit` holds their tests too. */
const namedParts = ['contract']

export const testHelp = `npm test                        everything
npm test -- unit e2e            some parts: ${parts.join(', ')}
npm test -- e2e chat            a part, narrowed to the test files whose path holds "chat"
npm test -- contract            what Parley needs of its runtime, as a table
npm test -- contract --electron the same of Electron, where its binary is`

/**
 * Parses the arguments. The leading words name parts; the others limit them. `--electron` asks the
 * contract of Electron alone.
 * @param {string[]} given
 * @returns {{ selected: string[], filters: string[], onElectron: boolean }}
 */
export function parseTestArguments(given) {
  const words = given.filter((word) => word !== '--electron')
  const onElectron = words.length < given.length
  const known = [...parts, ...namedParts]
  const end = words.findIndex((word) => !known.includes(word))
  const named = end < 0 ? words : words.slice(0, end)
  if (onElectron && named.join() !== 'contract') {
    throw problem('--electron goes with contract alone: npm test -- contract --electron')
  }
  return {
    selected: named.length > 0 ? named : parts,
    filters: end < 0 ? [] : words.slice(end),
    onElectron,
  }
}
