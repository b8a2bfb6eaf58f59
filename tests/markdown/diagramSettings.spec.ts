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

for (const [what, setting] of Object.entries(settings)) {
  for (const [way, source] of [
    ['a directive', `%%{init: ${JSON.stringify(setting)}}%%\n${drawn}`],
    ['front matter', `---\nconfig: ${JSON.stringify(setting)}\n---\n${drawn}`],
  ] as const) {
    test(`diagrams do not change ${what} by ${way} of their own`, async ({
      markdownPage: page,
    }) => {
      await page.evaluate((text) => void window.markdown.show(text), fence(source))
      await expect(page.locator('img.diagram-picture')).toBeVisible()
      const address = (await page.locator('img.diagram-picture').getAttribute('src')) ?? ''
      const svg = decodeURIComponent(address.replace(/^[^,]*,/, ''))
      expect(svg).toContain('<svg')
      expect(svg).not.toMatch(/foreignObject|attacker\.example|#123456|<img|<iframe/i)
    })
  }
}
