/** Combining marks by the ending of a keysym's name, as in `adiaeresis` or `Lcaron`. */
const marks: Record<string, string> = {
  abovedot: '\u0307',
  acute: '\u0301',
  breve: '\u0306',
  caron: '\u030c',
  cedilla: '\u0327',
  circumflex: '\u0302',
  diaeresis: '\u0308',
  doubleacute: '\u030b',
  grave: '\u0300',
  macron: '\u0304',
  ogonek: '\u0328',
  ring: '\u030a',
  tilde: '\u0303',
}

/** Names of ASCII's punctuation in the order of its codes, and of other signs and letters. */
const named = new Map(
  [
    [
      ' ',
      'space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft parenright',
    ],
    ['*', 'asterisk plus comma minus period slash'],
    [':', 'colon semicolon less equal greater question at'],
    ['[', 'bracketleft backslash bracketright asciicircum underscore grave'],
    ['{', 'braceleft bar braceright asciitilde'],
    ['\u00a1', 'exclamdown cent sterling currency yen brokenbar section diaeresis copyright'],
    ['\u00aa', 'ordfeminine guillemotleft notsign hyphen registered macron degree plusminus'],
    ['\u00b2', 'twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior'],
    ['\u00ba', 'masculine guillemotright onequarter onehalf threequarters questiondown'],
  ].flatMap(([first = '', names = '']) =>
    names
      .split(' ')
      .map((name, index) => [name, String.fromCodePoint(first.charCodeAt(0) + index)] as const),
  ),
)
for (const [name, character] of Object.entries({
  AE: 'Æ',
  Aring: 'Å',
  Dstroke: 'Đ',
  ETH: 'Ð',
  EuroSign: '€',
  Lstroke: 'Ł',
  OE: 'Œ',
  Oslash: 'Ø',
  THORN: 'Þ',
  ae: 'æ',
  aring: 'å',
  division: '÷',
  doublelowquotemark: '„',
  dstroke: 'đ',
  ellipsis: '…',
  emdash: '—',
  endash: '–',
  eth: 'ð',
  idotless: 'ı',
  leftdoublequotemark: '“',
  leftsinglequotemark: '‘',
  lstroke: 'ł',
  multiply: '×',
  numerosign: '№',
  oe: 'œ',
  oslash: 'ø',
  rightdoublequotemark: '”',
  rightsinglequotemark: '’',
  singlelowquotemark: '‚',
  ssharp: 'ß',
  thorn: 'þ',
  trademark: '™',
})) {
  named.set(name, character)
}

/** Cyrillic letters by their keysyms' names, which follow the order of the characters. */
const cyrillic = new Map(
  (
    'a be ve ghe de ie zhe ze i shorti ka el em en o pe er es te u ef ha tse che sha shcha ' +
    'hardsign yeru softsign e yu ya'
  )
    .split(' ')
    .map((name, index) => [name, String.fromCodePoint(0x430 + index)] as const),
)
cyrillic.set('io', 'ё')

/** Levels of a key that Shift and AltGr reach. Others need keys that xdotool may not find. */
const reachedLevels = 4

/**
 * Returns the characters for which a keyboard has a key, from the text that `xkbcomp -xkb` writes.
 * A character whose keysym is not known here is left out.
 */
export function charactersOfKeymap(keymap: string): ReadonlySet<string> {
  const start = keymap.indexOf('xkb_symbols')
  const found = new Set<string>()
  if (start < 0) return found
  const lists = keymap.slice(start).matchAll(/\[([^\][]*)\]/g)
  for (const [, list = ''] of lists) {
    for (const name of list.split(',').slice(0, reachedLevels)) {
      const character = characterOf(name.trim())
      if (character !== undefined) found.add(character)
    }
  }
  return found
}

function characterOf(keysym: string): string | undefined {
  if (/^[A-Za-z0-9]$/.test(keysym)) return keysym
  const code =
    /^U([0-9A-F]{4,6})$/.exec(keysym)?.[1] ?? /^0x0*100([0-9a-f]{4,5})$/.exec(keysym)?.[1]
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
  return named.get(keysym) ?? accented(keysym) ?? cyrillicOf(keysym)
}

function accented(keysym: string): string | undefined {
  const mark = marks[keysym.slice(1)]
  const composed = mark === undefined ? '' : `${keysym[0]}${mark}`.normalize('NFC')
  return composed.length === 1 ? composed : undefined
}

function cyrillicOf(keysym: string): string | undefined {
  if (!keysym.startsWith('Cyrillic_')) return undefined
  const name = keysym.slice('Cyrillic_'.length)
  const letter = cyrillic.get(name.toLowerCase())
  return name === name.toLowerCase() ? letter : letter?.toUpperCase()
}
