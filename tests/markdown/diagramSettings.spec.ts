import { expect } from '@playwright/test'
import { test } from './markdownPage.ts'

const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const elsewhere = 'https://attacker.example'
const settings: Record<string, object> = {
  'HTML in labels': { htmlLabels: true },
  'HTML in labels of flow charts': { flowchart: { htmlLabels: true } },
  'HTML in labels of classes and states': {
    class: { htmlLabels: true },
    state: { htmlLabels: true },
  },
  'its security': { securityLevel: 'loose', secure: [] },
  'the cleaning of labels': { dompurifyConfig: { ADD_TAGS: ['iframe'], ADD_ATTR: ['onload'] } },
  'its style': { themeCSS: `* { background: url(${elsewhere}/a.png) } .node { fill: #123456 }` },
  'its font': { fontFamily: `x; } @import "${elsewhere}/b.css"; a {`, altFontFamily: elsewhere },
  'the font of its theme': { themeVariables: { fontFamily: `${elsewhere}-font` } },
  'the prototype of objects': { ['__proto__']: { htmlLabels: true } },
}
const drawn = 'flowchart TD\n a["<b>bold</b><img src=x>"] -->|label| b'

const attempts = Object.entries(settings).flatMap(([what, setting]) => [
  [`${what}, by a directive`, `%%{init: ${JSON.stringify(setting)}}%%\n${drawn}`],
  [`${what}, by front matter`, `---\nconfig: ${JSON.stringify(setting)}\n---\n${drawn}`],
])

// In one page: the library is loaded once, and what one diagram left behind would show in the next.
test('diagrams do not change what they are drawn with', async ({ markdownPage: page }) => {
  const sources = [...attempts.map(([, source]) => source ?? ''), drawn]
  await page.evaluate((text) => void window.markdown.show(text), sources.map(fence).join('\n'))
  const diagrams = page.locator('.diagram')
  await expect(diagrams).toHaveCount(sources.length)
  for (const [index, [what]] of [...attempts, ['nothing']].entries()) {
    const picture = diagrams.nth(index).locator('img.diagram-picture')
    await diagrams.nth(index).scrollIntoViewIfNeeded()
    await expect(picture, what).toHaveAttribute('src', /./)
    const address = (await picture.getAttribute('src')) ?? ''
    const svg = decodeURIComponent(address.replace(/^[^,]*,/, ''))
    expect(svg, what).toContain('<svg')
    expect(svg, what).not.toMatch(/foreignObject|attacker\.example|#123456|<img|<iframe/i)
  }
})
