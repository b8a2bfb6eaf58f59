import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

const fence = '```'
/** Lines that have their colours. */
const colored = '.code-line:has(.token-keyword)'

async function show(page: Page, text: string): Promise<void> {
  await page.evaluate((shown) => void window.markdown.show(shown), text)
}

/** Shows a text in two pieces; the second comes when the first has its colours. */
async function startStream(page: Page, text: string): Promise<void> {
  await page.evaluate((first) => {
    const view = window.markdown.createView()
    document.getElementById('root')!.replaceChildren(view.element)
    view.update(first, true)
    Object.assign(window, { continueWith: (all: string) => view.update(all, true) })
  }, text)
}

async function continueWith(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (all) => (window as unknown as { continueWith: (all: string) => void }).continueWith(all),
    text,
  )
}

const statements = (count: number): string =>
  Array.from({ length: count }, (_, index) => `const line${index} = "text"`).join('\n')

test('finished lines get colours, the unfinished one does when it is done', async ({
  markdownPage: page,
}) => {
  await startStream(page, `${fence}ts\nconst a = 1\nconst b`)
  const lines = page.locator('.code-line')
  await expect(lines.nth(0).locator('.token-keyword').first()).toHaveText('const')
  await expect(lines.nth(1)).toHaveText('const b')
  await expect(lines.nth(1).locator('span')).toHaveCount(0)
  await continueWith(page, `${fence}ts\nconst a = 1\nconst b = 2\n${fence}\n`)
  await expect(lines.nth(1).locator('.token-keyword').first()).toHaveText('const')
  await expect(lines).toHaveCount(2)
})

test('a selection stays where it is while its lines get their colours', async ({
  markdownPage: page,
}) => {
  await startStream(page, `${fence}ts\nconst abc = 1\nconst def = 2`)
  await expect(page.locator(colored)).toHaveCount(1)
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll('.code-line')
    const start = document.createTreeWalker(first!, NodeFilter.SHOW_TEXT).nextNode()!
    getSelection()!.setBaseAndExtent(start, 2, second!.firstChild!, 9)
  })
  await continueWith(page, `${fence}ts\nconst abc = 1\nconst def = 2\nlet x`)
  await expect(page.locator(colored)).toHaveCount(2)
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('nst abc = 1\nconst def')
})

test('selected code is the code, also across chunks and empty lines', async ({
  markdownPage: page,
}) => {
  const code = `${statements(60)}\n\n\n\tend("x")`
  await show(page, `${fence}ts\n${code}\n${fence}`)
  await expect(page.locator(colored)).toHaveCount(60)
  const selected = await page.evaluate(() => {
    getSelection()!.selectAllChildren(document.querySelector('.code-block code')!)
    return getSelection()!.toString()
  })
  expect(selected.trimEnd()).toBe(code)
})

test('lines that were never in sight take the room that they have in sight', async ({
  markdownPage: page,
}) => {
  const text = `${fence}\n${statements(500)}\n${fence}\n\nThe end.`
  // In slices, a section that was drawn half full is as high as that until it comes into sight.
  await page.evaluate((source) => window.markdown.showAtOnce(source), text)
  const measure = (): Promise<{ height: number; scrolls: boolean }> =>
    page.evaluate(() => {
      const code = document.querySelector('pre')!
      return { height: code.offsetHeight, scrolls: code.scrollWidth > code.clientWidth }
    })
  const skipped = await measure()
  await page.addStyleTag({
    content: ':is(.code-section, .code-chunk) { content-visibility: visible !important }',
  })
  const whole = await measure()
  expect(Math.abs(whole.height - skipped.height)).toBeLessThan(1)
  expect(skipped.scrolls).toBe(false)
})

test('copy, save and wrap', async ({ markdownPage: page }) => {
  await show(page, `${fence}ts title="src/a.ts"\nconst a = 1\n\nlet b\n${fence}`)
  await expect(page.locator(colored)).toHaveCount(2)
  const before = await page.locator('.code-block').evaluate((block) => block.outerHTML)
  const group = page.getByRole('group', { name: 'TypeScript' })
  await group.getByRole('button', { name: 'Copy code' }).click()
  await expect(group.getByRole('status')).toHaveText('Copied')
  await group.getByRole('button', { name: 'Save code' }).click()
  expect(await page.evaluate(() => window.markdown.remembered)).toEqual([
    { what: 'copyText', value: 'const a = 1\n\nlet b' },
    { what: 'saveFile', value: 'a.ts' },
  ])
  const wrap = group.getByRole('button', { name: 'Wrap lines' })
  await wrap.click()
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await wrap.click()
  await expect(group.getByRole('status')).toHaveText('')
  expect(await page.locator('.code-block').evaluate((block) => block.outerHTML)).toBe(before)
})

test('long code is folded only when the reader wants it', async ({ markdownPage: page }) => {
  await show(page, `${fence}\n${statements(80)}\n${fence}`)
  const block = page.locator('.code-block')
  const full = (await block.boundingBox())!.height
  const fold = block.getByRole('button', { name: 'Collapse code' })
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  expect((await block.boundingBox())!.height).toBeLessThan(full / 2)
  await block.getByRole('button', { name: 'Show 60 more lines' }).click()
  expect((await block.boundingBox())!.height).toBe(full)
  await expect(fold).toBeFocused()
})

test('keys scroll a wide line, and reach every button', async ({ markdownPage: page }) => {
  await show(page, `${fence}\n${'wide '.repeat(200)}\n${fence}`)
  const reached: string[] = []
  for (let count = 0; count < 4; count += 1) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        () => document.activeElement!.ariaLabel ?? document.activeElement!.tagName,
      ),
    )
  }
  expect(reached).toEqual(['Wrap lines', 'Save code', 'Copy code', 'PRE'])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.locator('pre').evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(0)
})

test('a line of any length comes in pieces, and only its last one changes', async ({
  markdownPage: page,
}) => {
  const start = `${fence}js\n${'x'.repeat(20_000)}`
  await startStream(page, start)
  const pieces = page.locator('.code-line-long > span')
  await expect(pieces).toHaveCount(7)
  await pieces.first().evaluate((piece) => piece.setAttribute('data-before', ''))
  const text = `${start}${'y'.repeat(9000)}\nconst a = 1\n${fence}\n`
  await continueWith(page, text)
  await expect(page.locator(colored)).toHaveCount(1)
  await expect(page.locator('[data-before]')).toHaveCount(1)
  expect(await page.locator('.code-line-long').textContent()).toBe(
    `${'x'.repeat(20_000)}${'y'.repeat(9000)}\n`,
  )
})

test('long and wide code ends as it would at once', async ({ markdownPage: page }) => {
  const code = `${statements(120)}\n${'z'.repeat(15_000)}\n/* a\n b */ let c`
  const text = `- ${fence}ts\n  ${code.replaceAll('\n', '\n  ')}\n  ${fence}\n\n    indented\n`
  const pieces = text.match(/[^]{1,97}/g)!
  expect(await page.evaluate((each) => window.markdown.compare(each), pieces)).toBeUndefined()
})

test('on paper all lines are there, wrapped, in colour and without buttons', async ({
  markdownPage: page,
}) => {
  await show(page, `${fence}ts\n${statements(70)}\nf("${'wide '.repeat(100)}")\n${fence}`)
  await expect(page.locator(colored)).toHaveCount(70)
  await page.getByRole('button', { name: 'Collapse code' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.code-block').getByRole('button')).toHaveCount(0)
  const { isWide, isCut } = await page.locator('pre').evaluate((pre) => ({
    isWide: pre.scrollWidth > pre.clientWidth,
    isCut: pre.querySelector('code')!.scrollHeight > pre.clientHeight,
  }))
  expect({ isWide, isCut }).toEqual({ isWide: false, isCut: false })
  const ink = await page
    .locator('.code-line')
    .first()
    .evaluate((line) => getComputedStyle(line).color)
  await expect(page.locator('.token-keyword').first()).not.toHaveCSS('color', ink)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every colour can be read in the ${colorScheme} theme`, async ({ markdownPage: page }) => {
    await page.emulateMedia({ colorScheme })
    await show(page, `${fence}\nx\n${fence}`)
    const ratios = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
      const luminance = (color: string): number => {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
      }
      const kinds =
        'comment keyword string constant function parameter punctuation link inserted deleted changed'
      const ground = luminance(
        getComputedStyle(document.querySelector('.code-block')!).backgroundColor,
      )
      return kinds.split(' ').map((kind): [string, number] => {
        const token = document.createElement('span')
        token.className = `token-${kind}`
        document.querySelector('.code-line')!.append(token)
        const ink = luminance(getComputedStyle(token).color)
        return [kind, (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)]
      })
    })
    for (const [kind, ratio] of ratios) expect(ratio, kind).toBeGreaterThanOrEqual(4.5)
  })
}
