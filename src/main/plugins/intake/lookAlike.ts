/** Characters of other scripts, and digits, that look like Latin letters. */
const alike: Readonly<Record<string, string>> = {
  ...spread('а', 'a'),
  ...spread('вβ', 'b'),
  ...spread('сϲ', 'c'),
  ...spread('ԁ', 'd'),
  ...spread('еёєε3', 'e'),
  ...spread('ɡ', 'g'),
  ...spread('һн', 'h'),
  ...spread('іїıιl1|!j', 'i'),
  ...spread('кκ', 'k'),
  ...spread('мμ', 'm'),
  ...spread('пη', 'n'),
  ...spread('оοσ0', 'o'),
  ...spread('рρ', 'p'),
  ...spread('ԛ', 'q'),
  ...spread('гɾ', 'r'),
  ...spread('ѕ5$', 's'),
  ...spread('тτ7', 't'),
  ...spread('υսu', 'u'),
  ...spread('ѵν', 'v'),
  ...spread('ԝω', 'w'),
  ...spread('хχ×', 'x'),
  ...spread('уγ', 'y'),
}

function spread(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, latin]))
}

/**
 * Returns what is left of a name for the eye: without case, accents, spaces and signs, with letters
 * that look alike made the same. Names with the same skeleton are easily confused.
 */
export function skeletonOf(name: string): string {
  return letterSkeletonOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns a name as `skeletonOf`, with the signs and spaces that can be seen. */
export function letterSkeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
  const latin = Array.from(plain, (letter) => alike[letter] ?? letter).join('')
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
