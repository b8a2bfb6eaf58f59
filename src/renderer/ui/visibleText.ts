/**
 * Matches what a reader does not see, or what changes the order of other characters: controls,
 * bidirectional overrides, joiners, fillers, private and unassigned code points. Before it come the
 * uses that are seen: emoji, and joiners within words of scripts that need them.
 */
const hidden =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Mong}]])[\u200C\u200D](?=\p{L})|\r(?=\n)|([[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\n\t]]+)/gv

/** Longer runs of white space would push what follows out of sight. */
const maxBlankLength = 100
const maxBlankLines = 5

/**
 * Returns a text in which nothing is hidden: `⟨U+202E⟩` stands for a character that is not seen, and
 * `⟨U+000A ×500⟩` for a run of them or for a long gap.
 */
export function visibleText(text: string): string {
  return text
    .replace(hidden, (found, first: string | undefined) =>
      first === undefined ? found : namesOf(found),
    )
    .replace(/\s{2,}/g, (gap) => (isLong(gap) ? `${namesOf(gap)}\n` : gap))
}

function isLong(gap: string): boolean {
  return gap.length > maxBlankLength || gap.split('\n').length - 1 > maxBlankLines
}

/** Returns the code points with their numbers, in the order in which each appears first. */
function namesOf(characters: string): string {
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  const names = [...counts].map(([character, count]) =>
    count === 1 ? nameOf(character) : `${nameOf(character)} ×${count}`,
  )
  return `⟨${names.join(', ')}⟩`
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
