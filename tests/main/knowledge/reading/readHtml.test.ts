import { expect, test } from 'vitest'
import { createDocumentWriter } from '../../../../src/main/knowledge/reading/documentWriter.ts'
import { writeHtml } from '../../../../src/main/knowledge/reading/web/writeHtml.ts'

function read(html: string, mainText = false) {
  const writer = createDocumentWriter()
  const title = writeHtml(html, writer, { mainText })
  const { text, omissions } = writer.finish(title)
  return { text, title, omissions }
}

test.each([
  ['a script first', '<script>var a = "<p>no</p>"</script><p>One<p>Two', 'One\n\nTwo'],
  ['a paragraph first', '<p>One</p><html><body class=a><p>Two</p></body></html>', 'One\n\nTwo'],
  ['a head without its tags', '<title>T</title><style>p {}</style><h1>One</h1>Two', 'One\n\nTwo'],
  ['text after the end', '<html><body>One</body></html><p>Two', 'One\n\nTwo'],
  ['a head that never ends', '<html><head><title>T</title><p>One', 'One'],
  ['unclosed items', '<ul><li>One<li>Two</ul>Three', 'One\nTwo\n\nThree'],
  ['crossed tags', '<p><b>One <i>two</b> three</i></p><p>Four', 'One two three\n\nFour'],
  ['a table without its body', '<table><tr><td>A<td>B<tr><td>C<td>D</table>', 'A | B\nC | D'],
  ['cells without rows', '<table><td>A<td>B</table>After', 'A | B\n\nAfter'],
  ['text within a table', '<table>Lost<tr><td>A</table>', 'Lost\n\nA'],
  ['a template', '<template><p>No</p></template><p>One', 'One'],
  [
    'a shadow tree in markup',
    '<a-b><template shadowrootmode=open><p>One</template></a-b><p>Two',
    'One\n\nTwo',
  ],
  ['what is for browsers without scripts', '<noscript><p>No</p></noscript><p>One', 'One'],
  ['noscript in the head', '<head><noscript><p>No</noscript><title>T</title></head>One', 'One'],
  [
    'entities without their end',
    'A &amp B &lt;b&gt; &#8364; &euro;5 &notit; &copy',
    'A & B <b> € €5 ¬it; ©',
  ],
  ['an attribute that holds a tag', '<p title="<body>">One</p>', 'One'],
  ['a comment that holds a tag', '<!-- <body> --><p>One', 'One'],
  ['a script that holds markup', '<p>One<script>"</p><body>"</script> two', 'One two'],
  ['a field of text', '<textarea><p>One</p></textarea>', '<p>One</p>'],
  [
    'formulas that are written wrongly',
    '<p><math>x <mo>=</mo> <mfrac><mn>1</mn></mfrac> km<msup><mi>y</mi></math>',
    'x=1kmy',
  ],
  [
    'fractions, powers and roots',
    '<p>So <math><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mo>&InvisibleTimes;</mo><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>, <math><munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi></munderover><msub><mi>x</mi><mi>n</mi></msub><mo>,</mo><mi>sin</mi><mo>&ApplyFunction;</mo><mi>y</mi></math>.',
    'So x=(−b±√(b^2−4ac))/(2a), ∑_(n=1)^∞x_n,sin y.',
  ],
  ['formulas', '<p>So <math><mi>x</mi><mo>=</mo><mn>1</mn></math>.', 'So x=1.'],
  [
    'formulas with their source',
    '<p>So <math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{1}{2}</annotation></semantics></math><span aria-hidden=true>½</span>.',
    'So \\frac{1}{2}.',
  ],
  [
    'ruby',
    '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>に行く',
    '東京(とうきょう)に行く',
  ],
  ['no markup', 'One < two & three', 'One < two & three'],
])('%s', (_name, html, text) => {
  expect(read(html).text).toBe(text)
})

test('the title is found wherever it stands', () => {
  expect(read('<p>One</p><title>The &amp; title</title>').title).toBe('The & title')
  expect(read('<title>A</title><body><svg><title>B</title></svg>').title).toBe('A')
})

test('a page of frames gives the text for browsers without them, and tells of the frames', () => {
  const { text, omissions } = read(
    '<frameset cols="20%,80%"><frame src=a><frame src=b><noframes><h1>Harbours</h1><p>They close</noframes></frameset>',
  )
  expect(text).toBe('Harbours\n\nThey close')
  expect(omissions).toEqual([{ reason: 'frame' }, { reason: 'frame' }])
})

test('the main text of a page without a head is told from its menus', () => {
  const menu = '<li><a href="/a">Menu</a>'.repeat(30)
  const text = '<p>The harbour closes at dusk, and the lights of the quay go out, one by one.'
  const html = `<script>a()</script><nav><ul>${menu}</ul></nav><article><h1>Harbours</h1>${text.repeat(20)}<table><tr><td>A<td>B</table></article>`
  const read1 = read(html, true).text
  expect(read1).toContain('The harbour closes at dusk')
  expect(read1).toContain('A | B')
  expect(read1).not.toContain('Menu')
})

test('a page that is nested deeply is read to its end', () => {
  const deep = 1900
  expect(read(`${'<div>'.repeat(deep)}One${'</div>'.repeat(deep)}<p>Two`).text).toBe('One\n\nTwo')
  expect(read(`${'<div>'.repeat(30_000)}One`).text).toBe('One')
})
