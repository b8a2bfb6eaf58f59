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
]

export const testHelp = `npm test                        everything
npm test -- unit e2e            some parts: ${parts.join(', ')}
npm test -- e2e chat            a part, narrowed to the test files whose path holds "chat"`

/**
 * Parses the arguments. The leading words name parts; the others limit them.
 * @param {string[]} given
 * @returns {{ selected: string[], filters: string[] }}
 */
export function parseTestArguments(given) {
  const end = given.findIndex((word) => !parts.includes(word))
  const named = end < 0 ? given : given.slice(0, end)
  return {
    selected: named.length > 0 ? named : parts,
    filters: end < 0 ? [] : given.slice(end),
  }
}
