import { expect } from '@playwright/test'
import { show, test } from './guardedPage.ts'

test.describe('raw HTML', () => {
  test('keeps what is harmless, and nothing else', async ({ guardedPage: page, escapes }) => {
    await show(
      page,
      `<div align="right" onclick="alert(1)" class="x" style="position:fixed" id="root"><img src=x onerror=alert(1)><svg><script>alert(2)</script></svg><a href="javascript:alert(3)">bad</a><a href="https://a.example/">good</a><a href="/index.html">own</a><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(4)&gt;"></mtext></math><form action="https://a.example/"><input name=q></form><style>*{display:none}</style><iframe src="https://a.example/"></iframe><video src="https://a.example/v.mp4" autoplay></video><base href="https://a.example/"><meta http-equiv=refresh content="0;url=https://a.example/"></div>`,
    )
    await expect(page.getByRole('link', { name: 'good' })).toBeVisible()
    const html = page.locator('.html-block')
    await expect(html.locator('a[href]')).toHaveCount(1)
    await expect(html.locator('script, style, form, input, iframe, video, base, meta, svg:not(.icon)')).toHaveCount(0) // oxfmt-ignore
    const attributes = await html.evaluate((block) =>
      [...block.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()),
    )
    expect(attributes.filter((name) => name.startsWith('on') || name === 'id')).toEqual([])
    expect(await html.locator('> div').getAttribute('style')).toBe('text-align: end;')
    await page.getByRole('link', { name: 'good' }).click()
    expect(await page.evaluate(() => window.markdown.remembered.at(-1))).toEqual({
      what: 'openLink',
      value: 'https://a.example/',
    })
    expect(escapes).toEqual([])
  })

  test('loses no line that only looks like it', async ({ guardedPage: page, escapes }) => {
    await show(
      page,
      [
        '<your-api-key>',
        '<Config>\n<b and c>\n</Config>',
        '<div>\nMap<K>, <b>bold</b> <details-list open>\n</div>',
        '<script>\nif (a<b) go()\n</script>',
        '<style>\np { color: red }\n</style>',
        '<svg onload="go()">\n<title>A circle</title>\n</svg>',
        '<details open>\n<summary>More</summary>\n</details>',
      ].join('\n\n'),
    )
    await expect(page.locator('summary')).toHaveText('More')
    await expect(page.locator('b')).toHaveText('bold')
    for (const line of [
      '<your-api-key>',
      '<Config>\n<b and c>\n</Config>',
      'Map<K>, bold <details-list open>',
      '<script>\nif (a<b) go()\n</script>',
      '<style>\np { color: red }\n</style>',
      '<svg onload="go()">\n<title>A circle</title>\n</svg>',
    ]) {
      await expect(page.locator('.html-block').filter({ hasText: line })).toHaveCount(1)
    }
    expect(escapes).toEqual([])
  })

  test('keeps the shape of tables and lists', async ({ guardedPage: page }) => {
    await show(
      page,
      '<table><tr><td colspan="2" rowspan="3" width="9" onfocus="x()">a</td></tr></table>\n\n<ol start="4" dir="rtl"><li>b</li></ol>\n',
    )
    await expect(page.locator('td[colspan="2"][rowspan="3"]:not([width]):not([onfocus])')).toHaveText('a') // oxfmt-ignore
    await expect(page.locator('ol[start="4"][dir="rtl"]')).toHaveText('b')
  })

  test('that is very deep or very long does not stop the page', async ({ guardedPage: page }) => {
    await show(page, `${'<div>'.repeat(9000)}deep\n`)
    await expect(page.locator('.html-block')).toContainText('deep')
    await show(page, `<div>${'<b>'.repeat(20_000)}long</div>\n`)
    await expect(page.locator('.html-block')).toContainText('long')
  })
})
