import type { Burden } from './burden.ts'
import { createFormulaBurdens } from './formulas.ts'

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/**
 * Returns texts that take a careless reader longer the more there is of them, or overflow its
 * stack. `many` is how often the commonest of them repeat what they are made of.
 */
export function createBurdens(many = 100_000): Burden[] {
  const deep = 10_000
  const megabyte = many * 10
  return [
    { name: 'quotes 10,000 deep', text: `${'>'.repeat(deep)} x\n\n${'> '.repeat(deep)}x` },
    { name: 'lists 10,000 deep', text: `${'- '.repeat(deep)}x` },
    { name: 'list steps 1,000 deep', text: lines(1000, (at) => `${'  '.repeat(at)}- ${at}`) },
    { name: 'numbered quotes 10,000 deep', text: `${'1. > '.repeat(deep / 2)}x` },
    { name: 'a line of 5 MB', text: 'word and '.repeat((5 * megabyte) / 9) },
    { name: 'a word of 5 MB', text: 'a'.repeat(5 * megabyte) },
    { name: 'code of 5 MB in a line', text: `\`\`\`js\n${'x = [1]; '.repeat((5 * megabyte) / 9)}` },
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
    ...createHtmlBurdens(),
    ...createFormulaBurdens(),
    ...createCrowds(many),
  ]
}

function createHtmlBurdens(): Burden[] {
  return [
    { name: 'tables 1,500 deep', text: `${'<table><tr><td>'.repeat(1500)}x` },
    {
      name: 'tables 1,500 deep in as many blocks',
      text: '<table><tr><td>\n\n'.repeat(1500),
    },
    { name: 'divisions 8,000 deep', text: `${'<div>'.repeat(8000)}x` },
    {
      name: 'details 1,400 deep',
      text: `${'<details open><summary>a</summary>'.repeat(1400)}x`,
    },
    { name: 'details 10,000 deep', text: '<details open>\n\n'.repeat(10_000) },
    { name: 'lists of HTML 5,000 deep', text: `${'<ul><li>'.repeat(5000)}x` },
    { name: 'ruby 2,000 deep', text: `<div>${'<ruby>a<rt>'.repeat(2000)}x` },
    { name: 'ruby 1,000 deep in a line', text: `a ${'<ruby>a<rt>'.repeat(1000)}x` },
    {
      name: 'tags within emphasis',
      text: `${`*${'<b>'.repeat(50)}a `.repeat(90)}x${' a*'.repeat(90)}`,
    },
    { name: 'quotes, emphasis and a formula', text: deepOfAllKinds() },
    { name: 'a frameset', text: '<frameset>' },
    { name: 'bold letters', text: `<div>${'<b>a</b>'.repeat(6000)}` },
    { name: 'rows of HTML', text: `<table>${'<tr><td>a<td>b'.repeat(3000)}` },
    { name: 'cells of HTML', text: `<table><tr>${'<td>ab'.repeat(8000)}` },
    {
      name: 'cells over 1,000 columns',
      text: `<table>${`<tr>${'<td colspan=1000 rowspan=65000>a'.repeat(20)}`.repeat(60)}`,
    },
    { name: '100 blocks of HTML 300 deep', text: `${'<div>'.repeat(300)}x\n\n`.repeat(100) },
  ]
}

function deepOfAllKinds(): string {
  const quotes = '> '.repeat(97)
  const formula = `$${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}$`
  return `${quotes}${'*a '.repeat(90)}${'<b>'.repeat(90)}${formula}${' a*'.repeat(90)}`
}

/** A great many of one thing, each as a model would write it. */
function createCrowds(many: number): Burden[] {
  return [
    {
      name: `${many} notes that each refer to the next`,
      text: `[^0]\n\n${lines(many / 10, (at) => `[^${at}]: a [^${at + 1}]`)}`,
    },
    { name: 'references to one note', text: `${'a[^1] '.repeat(2000)}\n\n[^1]: note`.repeat(10) },
    { name: 'links in a paragraph', text: '[a](/b) '.repeat(1900) },
    { name: 'links', text: lines(many, (at) => `[a](https://a.example/${at})\n`) },
    { name: 'addresses that are links', text: lines(many, (at) => `https://a.example/${at}\n`) },
    { name: 'items', text: lines(many, (at) => `- ${at}`) },
    { name: 'loose items', text: lines(many, (at) => `- ${at}\n`) },
    { name: 'tasks', text: lines(many, (at) => `- [ ] ${at}`) },
    { name: 'numbered items', text: lines(many, (at) => `${at}. a`) },
    { name: 'lists', text: lines(many, (at) => (at % 2 ? '- a' : '+ a')) },
    { name: 'rows', text: `|a|b|\n|-|-|\n${lines(many, (at) => `|${at}|b|`)}` },
    {
      name: 'columns',
      text: `|${'a|'.repeat(many)}\n|${'-|'.repeat(many)}\n|${'b|'.repeat(many)}`,
    },
    { name: 'tables', text: '|a|\n|-|\n\n'.repeat(many / 4) },
    {
      name: 'headings of all levels',
      text: lines(many, (at) => `${'#'.repeat((at % 6) + 1)} ${at}`),
    },
    { name: 'pictures', text: lines(many / 2, (at) => `![a](https://a.example/${at}.png)\n`) },
    { name: 'pictures in a line', text: '![a](https://a.example/b.png) '.repeat(500) },
    { name: 'blocks of code', text: lines(many / 4, (at) => `\`\`\`js\nlet a = ${at}\n\`\`\``) },
    { name: 'diagrams', text: '```mermaid\ngraph TD\nA-->B\n```\n'.repeat(many / 10) },
    { name: 'quotes that nest', text: lines(many, (at) => `${'>'.repeat((at % 20) + 1)} a`) },
    { name: 'alerts', text: '> [!NOTE]\n> a\n\n'.repeat(many / 10) },
    { name: 'details', text: '<details>\n\na\n\n</details>\n\n'.repeat(many / 10) },
    { name: 'definitions', text: lines(many, (at) => `[d${at}]: /u`) },
    { name: 'tags', text: lines(many, () => '<b>a</b>\n') },
    { name: 'blocks of HTML', text: '<div>a</div>\n\n'.repeat(many / 4) },
    { name: 'code in lines', text: lines(many, (at) => `\`${at}\`\n`) },
    { name: 'emphasis', text: lines(many, (at) => `*${at}* **b**\n`) },
    { name: 'line breaks', text: 'a\\\n'.repeat(7000) },
    { name: 'line breaks of one paragraph', text: 'a\\\n'.repeat(5000) },
    { name: 'paragraphs', text: 'a\n\n'.repeat(many) },
    { name: 'paragraphs of a quote', text: '> a\n>\n'.repeat(many) },
    { name: 'paragraphs of an item', text: `- a\n\n${'  a\n\n'.repeat(many)}` },
    { name: 'paragraphs of details', text: `<details open>\n\n${'a\n\n'.repeat(many)}` },
    { name: 'formulas', text: lines(many, (at) => `$x_{${at}}$\n`) },
    { name: 'formulas in a paragraph', text: '$x$ '.repeat(3900) },
    { name: 'notes in a paragraph', text: `${'[^1] '.repeat(3000)}\n\n[^1]: note` },
    { name: 'code in a paragraph', text: '`a` '.repeat(3900) },
    { name: 'emphasis in a paragraph', text: '*a* '.repeat(3900) },
    { name: 'tags in a paragraph', text: '<b>a</b> '.repeat(1700) },
    { name: 'joined families', text: '👨‍👩‍👧‍👦'.repeat(many / 11) },
    { name: 'joined families in code', text: `\`\`\`\n${'👨‍👩‍👧‍👦'.repeat(many / 11)}` },
    { name: 'flags', text: '🇩🇪'.repeat(many / 4) },
    { name: 'Korean letters', text: '각'.repeat(many / 3) },
    { name: 'Thai without spaces', text: 'สวัสดีครับ'.repeat(many / 10) },
  ]
}
