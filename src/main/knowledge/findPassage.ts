/** Returns where a passage stands, nearest to its old place; white space may differ. */
export function findPassage(
  text: string,
  passage: string,
  near: number,
): { start: number; end: number } | undefined {
  const words = passage.trim().split(/\s+/)
  if (words[0] === '') return undefined
  const pattern = words.map((word) => RegExp.escape(word)).join('\\s+')
  let best: { start: number; end: number } | undefined
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, 'g'))) {
    const isNearer = !best || Math.abs(index - near) < Math.abs(best.start - near)
    if (isNearer) best = { start: index, end: index + match.length }
  }
  return best
}
