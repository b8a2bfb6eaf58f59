/**
 * Embeds a text by its spelling: words, their first five letters and their runs of four letters
 * each add to one of the dimensions. Deterministic, and good enough that vectors can help words.
 */
export function embedSpelling(text: string, dimensions: number): Float32Array {
  const counts = new Map<string, number>()
  for (const feature of featuresOf(text)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const vector = new Float32Array(dimensions)
  for (const [feature, count] of counts) {
    const hash = hashOf(feature)
    const weight = 1 + Math.log(count)
    const at = hash % dimensions
    vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? weight : -weight)
  }
  return vector
}

function* featuresOf(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{4,}/gu)) {
    yield word
    yield `^${word.slice(0, 5)}`
    for (let at = 0; at <= word.length - 4; at += 1) yield word.slice(at, at + 4)
  }
}

/** FNV-1a, mixed once more, because its low bits alone are much alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
