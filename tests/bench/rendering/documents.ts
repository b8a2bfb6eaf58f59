export const charactersPerToken = 4

/** Returns reproducible random numbers from 0 to below 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words =
  `the a of to and in that it for is on with as by from this when each other answer model value
  stream block cache memory thread page frame index request result number line text table list
  error state key order size speed measure write read build render compare change keep hold find
  show move small large fast slow first last next open closed empty whole simple clear exact`
    .split(/\s+/)
    .filter((word) => word !== '')

type Random = () => number

const pick = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(random() * items.length)] ?? items[0]

function sentence(random: Random): string {
  const length = 8 + Math.floor(random() * 14)
  const said = Array.from({ length }, () => {
    const word = pick(random, words as [string, ...string[]])
    const chance = random()
    if (chance < 0.03) return `**${word} ${word}**`
    if (chance < 0.05) return `*${word}*`
    if (chance < 0.08) return `\`${word}()\``
    if (chance < 0.09) return `[${word}](https://example.org/${word})`
    if (chance < 0.1) return pick(random, ['🚀', '👩‍👩‍👧‍👦', '🇩🇪', '✅', '👍🏽'])
    if (chance < 0.11) return '$x^2 + y_1$'
    return word
  }).join(' ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

const sentences = (random: Random, count: number): string =>
  Array.from({ length: count }, () => sentence(random)).join(' ')

const codeLines = {
  typescript: (random: Random, at: number) =>
    `export const value${at} = (input: number): string => \`\${input * ${Math.floor(random() * 99)}} of ${at}\` // ${at}`,
  python: (random: Random, at: number) =>
    `    result_${at} = [item ** 2 for item in range(${Math.floor(random() * 99)}) if item % ${at + 2} == 0]  # step`,
  rust: (random: Random, at: number) =>
    `let total_${at}: u64 = items.iter().map(|item| item.size * ${Math.floor(random() * 99)}).sum::<u64>();`,
  sql: (random: Random, at: number) =>
    `SELECT id, name, count(*) AS total_${at} FROM orders WHERE price > ${Math.floor(random() * 99)} GROUP BY id, name;`,
  css: (random: Random, at: number) =>
    `.block-${at} > a:hover { margin: ${Math.floor(random() * 99)}px auto; color: #${at % 9}af${at % 7}c0; }`,
  bash: (random: Random, at: number) =>
    `for file in "$HOME"/logs/*.txt; do grep -c "error ${at}" "$file" | head -n ${Math.floor(random() * 99)}; done`,
  json: (random: Random, at: number) =>
    `  { "id": ${at}, "name": "item ${at}", "sizes": [1, ${Math.floor(random() * 99)}], "isOpen": true },`,
} as const
type CodeLanguage = keyof typeof codeLines
const languages = Object.keys(codeLines) as [CodeLanguage, ...CodeLanguage[]]

/** Returns an unclosed code fence. */
function openCode(random: Random, language: CodeLanguage, lines: number): string {
  const written = Array.from({ length: lines }, (_, at) => codeLines[language](random, at))
  return `\`\`\`${language}\n${written.join('\n')}\n`
}

const blocks: readonly ((random: Random, at: number) => string)[] = [
  (random, at) => `## Section ${at}: ${sentence(random).slice(0, 30)}`,
  (random) => sentences(random, 4),
  (random) =>
    ['1. ', '2. ', '3. ']
      .map(
        (mark) =>
          `${mark}${sentence(random)}\n   - ${sentence(random)}\n     - ${sentence(random)}`,
      )
      .join('\n'),
  (random, at) => `${openCode(random, languages[at % languages.length] ?? languages[0], 14)}\`\`\``,
  (random) => sentences(random, 5),
  (random) => `- [x] ${sentence(random)}\n- [ ] ${sentence(random)}\n- [ ] ${sentence(random)}`,
  (random) =>
    `| Name | Speed | Notes |\n| :--- | ---: | --- |\n${Array.from({ length: 5 }, () => `| ${pick(random, words as [string, ...string[]])} | ${Math.floor(random() * 1000)} | ${sentence(random).slice(0, 40)} |`).join('\n')}`,
  (random, at) =>
    `${openCode(random, languages[(at + 3) % languages.length] ?? languages[0], 10)}\`\`\``,
  (random) => `$$\n\\sum_{i=0}^{n} \\frac{x_i^{${Math.floor(random() * 9)}}}{\\sqrt{y_i}}\n$$`,
  (random) => `> ${sentences(random, 2)}`,
  (random) => sentences(random, 3),
]

/** Returns an answer of exactly this many tokens, about a third of it code. */
export function createDocument(tokens: number): string {
  const random = createRandom(tokens)
  const parts: string[] = []
  let length = 0
  for (let at = 0; length < tokens * charactersPerToken; at += 1) {
    const part = `${blocks[at % blocks.length]?.(random, at) ?? ''}\n\n`
    parts.push(part)
    length += part.length
  }
  return parts.join('').slice(0, tokens * charactersPerToken)
}

/** Returns a short beginning and one open code block. */
export function createOpenCode(lines: number): string {
  const random = createRandom(lines)
  return `${sentences(random, 3)}\n\n${openCode(random, 'typescript', lines)}`
}

/** Returns a short answer with code in several languages. */
export function createPolyglot(): string {
  const random = createRandom(7)
  return languages
    .map((language) => `${sentence(random)}\n\n${openCode(random, language, 8)}\`\`\`\n\n`)
    .join('')
}
