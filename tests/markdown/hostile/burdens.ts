export interface Burden {
  name: string
  text: string
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/** Texts that take a careless reader longer the more there is of them, or overflow its stack. */
export function createBurdens(): Burden[] {
  const deep = 10_000
  const many = 100_000
  return [
    { name: 'quotes 10,000 deep', text: `${'>'.repeat(deep)} x\n\n${'> '.repeat(deep)}x` },
    { name: 'lists 10,000 deep', text: `${'- '.repeat(deep)}x` },
    { name: 'list steps 1,000 deep', text: lines(1000, (at) => `${'  '.repeat(at)}- ${at}`) },
    { name: 'numbered quotes 10,000 deep', text: `${'1. > '.repeat(deep / 2)}x` },
    { name: 'a line of 5 MB', text: 'word and '.repeat(555_555) },
    { name: 'a word of 5 MB', text: 'a'.repeat(5_000_000) },
    { name: 'code of 5 MB in a line', text: `\`\`\`js\n${'x = [1]; '.repeat(555_555)}` },
    { name: 'opening brackets', text: '['.repeat(many) },
    { name: 'pictures that never end', text: '!['.repeat(many / 2) },
    { name: 'links within links', text: `${'['.repeat(many / 4)}a${'](b)'.repeat(many / 4)}` },
    { name: 'backticks of every length', text: lines(450, (at) => '`'.repeat(at + 1)) },
    { name: 'backticks that never match', text: '`a ``b '.repeat(many / 7) },
    { name: 'asterisks', text: '*'.repeat(many) },
    { name: 'emphasis that never ends', text: '*a **b ___c '.repeat(many / 12) },
    { name: 'emphasis within emphasis', text: `${'*a '.repeat(many / 4)}${'b*'.repeat(many / 4)}` },
    { name: 'tildes', text: '~~a ~b '.repeat(many / 7) },
    { name: 'tags that never end', text: '<a href="'.repeat(many / 9) },
    { name: 'tags that are never closed', text: '<b>'.repeat(deep) },
    { name: 'divisions that are never closed', text: '<div>\n'.repeat(deep) },
    { name: 'comments that never end', text: '<!-- '.repeat(many / 5) },
    { name: 'entities', text: '&amp;&#x41;&nosuch;'.repeat(many / 19) },
    { name: 'backslashes', text: '\\'.repeat(many) },
    { name: 'dollars', text: '$a $ '.repeat(many / 5) },
    { name: 'a formula 5,000 deep', text: `$$\n${'{'.repeat(5000)}x${'}'.repeat(5000)}\n$$` },
    { name: 'at signs', text: 'a@'.repeat(many / 2) },
    { name: 'addresses', text: 'https://a.example/(('.repeat(many / 20) },
    {
      name: 'a table of 1,000 columns',
      text: `|${'a|'.repeat(1000)}\n|${'-|'.repeat(1000)}\n${lines(20, () => `|${'b|'.repeat(1000)}`)}`,
    },
    { name: 'a table of 5,000 rows', text: `|a|b|\n|-|-|\n${lines(5000, (at) => `|${at}|b|`)}` },
    { name: 'a table that never comes', text: lines(5000, () => '| a | b') },
    { name: 'delimiter rows', text: lines(5000, () => '|-|-|') },
    {
      name: 'footnotes 10,000',
      text: `${lines(deep, (at) => `[^${at}]`)}\n\n${lines(deep, (at) => `[^${at}]: note`)}`,
    },
    {
      name: 'definitions 10,000',
      text: `${lines(deep, (at) => `[d${at}]: /u`)}\n\n${lines(deep, (at) => `[d${at}]`)}`,
    },
    {
      name: 'a definition that 10,000 wait for',
      text: `${lines(deep, () => '[d]\n')}\n[d]: /u`,
    },
    { name: 'a row of 1,000,000 cells', text: `|a|b|\n|-|-|\n|${'c|'.repeat(10 * many)}` },
    { name: 'definitions that never end', text: '[a\n'.repeat(many / 3) },
    { name: 'zalgo', text: `a${'\u0301\u0302\u0303\u0489'.repeat(many / 4)}` },
    { name: 'joined emoji', text: '👩‍'.repeat(many / 3) },
    { name: 'bidirectional overrides', text: '\u202e\u2067a\u2066'.repeat(many / 4) },
    { name: 'blank lines', text: '\n'.repeat(many) },
    { name: 'tabs', text: '\t'.repeat(many) },
    { name: 'rules', text: '---\n'.repeat(deep) },
    { name: 'headings', text: '# a\n'.repeat(deep) },
    { name: 'fences that are never closed', text: lines(5000, (at) => '`'.repeat(3 + (at % 7))) },
    { name: 'a list of 10,000', text: lines(deep, (at) => `- ${at}`) },
    {
      name: 'code of 50,000 lines',
      text: `\`\`\`ts\n${lines(50_000, (at) => `const a${at} = 1`)}`,
    },
    { name: 'null characters', text: '\0'.repeat(many) },
    { name: 'lone surrogates', text: '\ud800'.repeat(many) },
    { name: 'carriage returns', text: 'a\r'.repeat(many / 2) },
  ]
}
