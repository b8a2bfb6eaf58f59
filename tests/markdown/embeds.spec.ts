import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { show, test } from './guardedPage.ts'

const root = '#root > .markdown'

test.describe('formulas', () => {
  const depthOf = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const depth = (element: Element): number =>
        1 + Math.max(0, ...[...element.children].map(depth))
      return depth(document.querySelector('.markdown')!)
    })

  test('are drawn, keep their source, and say what is wrong', async ({ guardedPage: page }) => {
    await show(page, 'So $\\frac{a}{b}$, and $\\frac{$.\n\n$$\nx^2\n$$\n')
    await expect(page.locator('.katex')).toHaveCount(2)
    await expect(page.locator('[data-tex="\\\\frac{a}{b}"] math')).toHaveCount(1)
    await expect(page.getByRole('group', { name: 'Formula' })).toHaveCount(1)
    const wrong = page.locator('.math code')
    await expect(wrong).toHaveText('\\frac{')
    await expect(wrong).toHaveAttribute('title', /KaTeX parse error/)
  })

  test.describe('that would stop the page stay source', () => {
    const nested = (open: string, close: string, times: number): string =>
      `${open.repeat(times)}x${close.repeat(times)}`
    const hostile: [string, string][] = [
      ['fractions', nested('\\frac{', '}{y}', 300)],
      ['roots', nested('\\sqrt{', '}', 250)],
      ['matrices', nested('\\begin{matrix}', '\\end{matrix}', 100)],
      ['braces', nested('{', '}', 20_000)],
      ['length', 'x+\\frac{a}{b}+'.repeat(8000)],
      ['macros', `\\def\\a{${'x'.repeat(3000)}}${'\\a'.repeat(900)}`],
      ['macros of macros', '\\def\\a{xxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a}'.padEnd(4900, '\\b')],
      ['a macro of itself', '\\def\\a{\\a\\a}\\a'],
    ]
    for (const [name, tex] of hostile) {
      test(name, async ({ guardedPage: page }) => {
        // The drawn formula proves that KaTeX is loaded.
        await show(page, `$y$\n\n$$\n${tex}\n$$\n`)
        await expect(page.locator('.katex')).toHaveCount(1)
        await expect(page.locator('.math-display > code')).toHaveText(tex)
        expect(await depthOf(page)).toBeLessThan(40)
      })
    }
  })

  test('load nothing, link nowhere and leave no macro behind', async ({
    guardedPage: page,
    escapes,
  }) => {
    await show(
      page,
      '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://a.example/a.png}$ $\\htmlStyle{position:fixed}{x}$ $\\gdef\\leak{L}$ $\\leak$ $y$\n',
    )
    await expect(page.locator('.katex').last()).toBeVisible()
    await expect(page.locator(`${root} a, ${root} img, ${root} [style*=fixed]`)).toHaveCount(0)
    await expect(page.locator('code', { hasText: '\\leak' })).toHaveAttribute('title', /Undefined/)
    expect(escapes).toEqual([])
  })
})

test.describe('pictures', () => {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  test('from elsewhere are asked for first, and say when they can’t be had', async ({
    guardedPage: page,
    escapes,
  }) => {
    await show(page, '![A cat](https://b.example/cat.png)\n')
    const button = page.getByRole('button', { name: 'A cat Load image from b.example' })
    await expect(button).toHaveAttribute('title', 'https://b.example/cat.png')
    expect(await page.evaluate(() => window.markdown.remembered)).toEqual([])
    await button.press('Enter')
    const failed = page.getByRole('button', { name: 'Couldn’t load the image' })
    await expect(failed).toBeEnabled()
    await expect(failed).toBeFocused()
    expect(await page.evaluate(() => window.markdown.remembered)).toEqual([
      { what: 'loadImage', value: 'https://b.example/cat.png' },
    ])
    expect(escapes).toEqual([])
  })

  test('of other kinds, or with other addresses, are a name', async ({ guardedPage: page }) => {
    await show(
      page,
      '![a](data:image/svg+xml,%3Csvg/%3E) ![b](data:text/html,x) ![c](javascript:x) ![d](file:///x.png) ![e](ftp://a/x.png)\n',
    )
    await expect(page.locator('.remote-image')).toHaveText(['a', 'b', 'c', 'd', 'e'])
    await expect(page.locator(`${root} img, ${root} button`)).toHaveCount(0)
  })

  test('open larger, by keys too, and give the focus back', async ({ guardedPage: page }) => {
    await show(page, `![dot](${pixel})\n`)
    const enlarge = page.getByRole('button', { name: 'Enlarge image' })
    await enlarge.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'dot' })
    await expect(dialog.getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(enlarge).toBeFocused()
    await page.getByRole('img', { name: 'dot' }).click()
    await dialog.click()
    await expect(dialog).toHaveCount(0)
  })

  test('in a link open the link', async ({ guardedPage: page }) => {
    await show(page, `[![dot](${pixel})](https://a.example/)\n`)
    await expect(page.locator(`${root} button`)).toHaveCount(0)
    await page.getByRole('img', { name: 'dot' }).click()
    expect(await page.evaluate(() => window.markdown.remembered)).toEqual([
      { what: 'openLink', value: 'https://a.example/' },
    ])
  })
})

test.describe('footnotes', () => {
  const note = (page: Page, number: number) =>
    page.getByRole('dialog', { name: `Footnote ${number}` })

  test('open in place, say what they say, and give the focus back', async ({
    guardedPage: page,
  }) => {
    await show(page, 'Text[^a].\n\n[^a]: A *note*.\n')
    const reference = page.getByRole('button', { name: 'Footnote 1' })
    await expect(reference).toHaveAttribute('aria-haspopup', 'dialog')
    await reference.press('Enter')
    await expect(note(page, 1)).toBeFocused()
    await expect(note(page, 1)).toHaveAccessibleDescription('A note.')
    await page.keyboard.press('Escape')
    await expect(note(page, 1)).toHaveCount(0)
    await expect(reference).toBeFocused()
  })

  test('close by their button, and by another press on the number', async ({
    guardedPage: page,
  }) => {
    await show(page, 'Text[^a].\n\n[^a]: A note.\n')
    const reference = page.getByRole('button', { name: 'Footnote 1' })
    await reference.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Close footnote' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(note(page, 1)).toHaveCount(0)
    await expect(reference).toBeFocused()
    await reference.click()
    await expect(note(page, 1)).toBeVisible()
    await reference.click()
    await expect(note(page, 1)).toHaveCount(0)
    await reference.click()
    await expect(note(page, 1)).toBeVisible()
  })

  test('open links, copy code, show pictures and further notes', async ({ guardedPage: page }) => {
    await show(
      page,
      'Text[^a] and[^b].\n\n[^a]: See [this](https://a.example/)[^b] ![cat](https://b.example/cat.png)\n\n    ```js\n    code\n    ```\n\n[^b]: Second.\n',
    )
    const reference = page.getByRole('button', { name: 'Footnote 1' })
    await reference.press('Enter')
    const first = note(page, 1)
    await page.keyboard.press('Tab')
    await expect(first.getByRole('link', { name: 'this' })).toBeFocused()
    await page.keyboard.press('Enter')
    await first.getByRole('button', { name: 'Copy code' }).click()
    await expect(first.getByRole('status')).toHaveText('Copied')
    await first.getByRole('button', { name: 'Wrap lines' }).click()
    await expect(first.locator('.code-wrapped')).toHaveCount(1)
    await first.getByRole('button', { name: 'cat Load image' }).click()
    expect(await page.evaluate(() => window.markdown.remembered)).toEqual([
      { what: 'openLink', value: 'https://a.example/' },
      { what: 'copyText', value: 'code' },
      { what: 'loadImage', value: 'https://b.example/cat.png' },
    ])
    await first.getByRole('button', { name: 'Footnote 2' }).press('Enter')
    await expect(note(page, 2)).toContainText('Second.')
    await expect(first).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(first.getByRole('button', { name: 'Footnote 2' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(reference).toBeFocused()
  })

  test('close with their text', async ({ guardedPage: page }) => {
    await show(page, 'Text[^a].\n\n[^a]: A note.\n')
    await page.getByRole('button', { name: 'Footnote 1' }).press('Enter')
    await expect(note(page, 1)).toBeVisible()
    await show(page, 'Another')
    await expect(page.locator('.footnote-popover')).toHaveCount(0)
  })
})

test.describe('diagrams', () => {
  const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`
  const picture = (page: Page) => page.locator('img.diagram-picture[src]')
  const widthOf = (page: Page): Promise<number> =>
    picture(page).evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return image.naturalWidth
    })

  test('are pictures of their own size, with source and file at hand', async ({
    guardedPage: page,
  }) => {
    await show(page, fence('%% a comment\nstateDiagram-v2\n [*] --> a\n a --> b : "x&nbsp;y"'))
    await expect(picture(page)).toHaveAttribute('alt', 'Diagram: stateDiagram-v2')
    // As large as its text needs, not as the window is.
    expect(await widthOf(page)).toBeLessThan(400)
    await expect(page.locator('.diagram .code-block')).toBeHidden()
    await page.getByRole('button', { name: 'Save diagram' }).click()
    expect(await page.evaluate(() => window.markdown.remembered)).toEqual([
      { what: 'saveFile', value: 'diagram.svg' },
    ])
    await page.getByRole('button', { name: 'Show source' }).click()
    await expect(page.locator('.diagram pre')).toContainText('a comment')
    await expect(picture(page)).toBeHidden()
    await page.getByRole('button', { name: 'Show diagram' }).click()
    await expect(picture(page)).toBeVisible()
  })

  test('follow the colours of the window', async ({ guardedPage: page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await show(page, fence('pie\n "a" : 1\n "b" : 2'))
    const light = await picture(page).getAttribute('src')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(picture(page)).not.toHaveAttribute('src', light!)
  })

  test('are drawn in the colours that the page has', async ({ guardedPage: page }) => {
    await page.evaluate(() => document.documentElement.style.setProperty('--code', '#123456'))
    await show(page, fence('sequenceDiagram\n a->>a: thinks'))
    await expect(picture(page)).toBeVisible()
    const svg = decodeURIComponent((await picture(page).getAttribute('src'))!)
    // The words of a message cover the line that they stand on.
    expect(svg).toMatch(/\.messageText[^}]*stroke:\s*(rgb\(18, 52, 86\)|#123456)/)
  })

  test('that are wrong stay code, and say so', async ({ guardedPage: page }) => {
    await show(page, fence('flowchart TD\n a --> b\n b -->'))
    await expect(page.getByText('Can’t draw this diagram: line 3')).toBeVisible()
    await expect(page.locator('.diagram pre')).toBeVisible()
    await page.getByRole('button', { name: 'Ask the model to fix it' }).click()
    const asked = await page.evaluate(() => window.markdown.remembered.at(-1))
    expect(asked).toMatchObject({ what: 'askToFix' })
    expect(asked?.value).toMatch(/^Parse error on line \d:[^]*b -->$/)
  })

  test('of bare words in their labels are drawn as they are meant', async ({
    guardedPage: page,
  }) => {
    const lines = [
      'flowchart TD',
      ' UO2[Fuel Pellets (UO2 / MOX)] --> MOD[Moderator (Light Water)]',
      ' INLET[⚙️ inlet()<br/>Main orchestrator] --> C1[/clean/ /status/]',
      ' A -->|invoke() returns Usage| B[Tenant: schema/tenant_id]',
      ' end1[End] --> end',
    ]
    await show(page, fence(lines.join('\n')))
    await expect(picture(page)).toBeVisible()
    const svg = decodeURIComponent((await picture(page).getAttribute('src'))!)
    const words = svg.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    for (const text of ['(UO2 /', 'inlet()', '/clean/', 'invoke()', 'schema/tenant_']) {
      expect(words).toContain(text)
    }
  })

  test('are drawn in a process of its own, out of the page’s reach', async ({
    guardedPage: page,
  }) => {
    await show(page, fence('pie\n "a" : 1'))
    await expect(picture(page)).toBeVisible()
    const session = await page.context().newCDPSession(page)
    const { targetInfos } = await session.send('Target.getTargets')
    expect(targetInfos.filter(({ type }) => type === 'iframe')).toHaveLength(1)
    const reached = await page.frames()[1]!.evaluate(() => {
      const attempts = [() => parent.document, () => localStorage, () => document.cookie]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'reached'
        } catch {
          return 'refused'
        }
      })
    })
    expect(reached).toEqual(['refused', 'refused', 'refused'])
    // Nor can it send what no policy of the page sees.
    const callers = await page
      .frames()[1]!
      .evaluate(() =>
        Object.getOwnPropertyNames(window).filter((name) => /RTC|^WebTransport/.test(name)),
      )
    expect(callers).toEqual([])
  })

  test('that never end are ended, and the next one is drawn', async ({ guardedPage: page }) => {
    await show(page, fence('pie\n "a" : 1'))
    await expect(picture(page)).toBeVisible()
    const hanging = page.frames()[1]!
    await hanging.evaluate(() => void setTimeout(() => { for (;;); })) // oxfmt-ignore
    await show(page, `${fence('pie\n "b" : 1')}\n${fence('pie\n "c" : 1')}`)
    await expect(page.getByText('Can’t draw this diagram')).toBeVisible()
    await expect(picture(page)).toHaveCount(1)
  })

  test('that nobody would wait for stay code', async ({ guardedPage: page }) => {
    const nodes = Array.from({ length: 900 }, (_, index) => `    n${index}`).join('\n')
    await show(page, `${fence('pie\n "a" : 1')}\n${fence(`mindmap\n  root\n${nodes}`)}`)
    await expect(picture(page)).toHaveCount(1)
    await expect(page.locator('.diagram pre').last()).toBeVisible()
  })

  test('that take long are drawn when the reader asks for it', async ({ guardedPage: page }) => {
    const large = Array.from({ length: 160 }, (_, at) => `  n${at} --> n${at + 1}`).join('\n')
    await show(page, `${fence('pie\n "a" : 1')}\n${fence(`flowchart TD\n${large}`)}`)
    await expect(picture(page)).toHaveCount(1)
    const draw = page.getByRole('button', { name: 'Draw diagram' })
    await expect(page.locator('.diagram pre').last()).toBeVisible()
    await draw.press('Enter')
    await expect(picture(page)).toHaveCount(2)
    await expect(draw).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show source' }).last()).toBeFocused()
  })

  test('run nothing and fetch nothing', async ({ guardedPage: page, escapes }) => {
    await show(
      page,
      fence(
        'flowchart TD\n a["<img src=x onerror=alert(1)><script>alert(2)</script>hi"] --> b\n click a "javascript:alert(3)"\n click b call alert(4)',
      ),
    )
    await expect(picture(page)).toBeVisible()
    const svg = decodeURIComponent((await picture(page).getAttribute('src'))!)
    expect(svg).not.toMatch(/<script|onerror=|javascript:/)
    expect(await widthOf(page)).toBeGreaterThan(0)
    expect(escapes).toEqual([])
  })
})
