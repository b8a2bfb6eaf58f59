const texHint = /\$|\\[([]/

/** Code first, as nothing inside it is TeX; then escapes; then TeX in each of its four dresses. */
const pieces =
  /(?:^|\n)[ \t>]*(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n[ \t>]*\1[`~]*[ \t]*(?=\n|$)|$)|$)|(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)|\\\\|\\\$|\\\(((?:[^\\]|\\(?!\()){1,2000}?)\\\)|\\\[((?:[^\\]|\\(?!\[)){1,4000}?)\\\]|\$\$([\s\S]{1,4000}?)\$\$|\$(?![\s\d.,]*\s)((?:\\.|[^$\\\n`]){1,2000}?)(?<!\s)\$(?![\d\p{L}])/gu

export interface NormalizedTex {
  source: string
  holdsTex: boolean
}

/**
 * Writes all TeX of a block between `$$`, which a price never is. `$x$` counts as TeX only where
 * no space touches the dollars from inside and no digit or letter follows.
 */
export function normalizeTex(raw: string): NormalizedTex {
  if (!texHint.test(raw)) return { source: raw, holdsTex: false }
  let holdsTex = false
  const source = raw.replace(pieces, (whole: string, ...groups: (string | undefined)[]) => {
    const tex = groups
      .slice(2, 6)
      .find((group) => group !== undefined)
      ?.trim()
    if (!tex || tex.includes('$$') || /\n[ \t]*\n/.test(tex)) return whole
    holdsTex = true
    return `$$${tex}$$`
  })
  return { source, holdsTex }
}

/** A formula that has begun; a price or a shell variable is not taken for one. */
const openTex = /(?<![\\$])(?:\$(?=[^\s\d$])(?:[^$\n]?|[^$\n]*[\\^_{}][^$\n]*)|\\[([][^\n]*)$/
/** A longer formula than this shows itself while it is being written. */
const openTexMaximum = 200

/** A growing block without the formula at its end that is only half there. */
export function hideOpenTex(raw: string): string {
  if (!texHint.test(raw.slice(-openTexMaximum))) return raw
  const start = raw.replace(pieces, (whole) => ' '.repeat(whole.length)).search(openTex)
  return start < 0 || raw.length - start > openTexMaximum ? raw : raw.slice(0, start)
}
