/** A piece of two compared texts. `del` is only in the first, `ins` only in the second. */
export interface TextChange {
  kind: 'same' | 'del' | 'ins'
  text: string
}

/** Cells of the table that finds the longest common sequence: 4 million take about 30 ms. */
const maxCells = 4_000_000

/**
 * Compares two texts word by word. Where they differ in too many words, the whole different part
 * counts as replaced.
 */
export function compareTexts(before: string, after: string): TextChange[] {
  const first = splitWords(before)
  const second = splitWords(after)
  let start = 0
  while (start < first.length && start < second.length && first[start] === second[start]) start++
  let end = 0
  while (
    end < Math.min(first.length, second.length) - start &&
    first[first.length - 1 - end] === second[second.length - 1 - end]
  ) {
    end++
  }
  return joinChanges([
    { kind: 'same', text: first.slice(0, start).join('') },
    ...compareWords(
      first.slice(start, first.length - end),
      second.slice(start, second.length - end),
    ),
    { kind: 'same', text: first.slice(first.length - end).join('') },
  ])
}

function splitWords(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

function compareWords(first: readonly string[], second: readonly string[]): TextChange[] {
  if (first.length * second.length > maxCells) {
    return [
      { kind: 'del', text: first.join('') },
      { kind: 'ins', text: second.join('') },
    ]
  }
  const lengths = commonLengths(first, second)
  const width = second.length + 1
  const changes: TextChange[] = []
  let [i, j] = [0, 0]
  while (i < first.length || j < second.length) {
    const [one, other] = [first[i], second[j]]
    if (one !== undefined && one === other) {
      changes.push({ kind: 'same', text: one })
      i++
      j++
    } else if (
      one !== undefined &&
      (other === undefined ||
        (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      changes.push({ kind: 'del', text: one })
      i++
    } else {
      changes.push({ kind: 'ins', text: other ?? '' })
      j++
    }
  }
  return changes
}

/** Returns the length of the longest common sequence from each pair of words on, row by row. */
function commonLengths(first: readonly string[], second: readonly string[]): Uint32Array {
  const width = second.length + 1
  const lengths = new Uint32Array((first.length + 1) * width)
  for (let i = first.length - 1; i >= 0; i--) {
    for (let j = second.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] =
        first[i] === second[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}

function joinChanges(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    if (change.text === '') continue
    if (last?.kind === change.kind) last.text += change.text
    else joined.push({ ...change })
  }
  return joined
}
