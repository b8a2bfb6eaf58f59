import type { Page } from 'playwright'
import { expect, settingsFor, test } from './parley.ts'

const answer = [
  '# A heading with averyveryverylongwordthatdoesnotfitintoanarrowwindowatall',
  '',
  'Some text with a [link](https://example.org/a/very/long/address/that/does/not/break) in it.',
  '',
  '| A heading | Another heading | And a third one | And a fourth one |',
  '| --- | --- | --- | --- |',
  '| one | two | three | four |',
  '',
  '```js',
  `const text = '${'long '.repeat(40)}'`,
  '```',
  '',
  '> [!NOTE]',
  '> A note.',
  '',
  '1. One',
  '2. Two',
].join('\n')

/** Returns what sticks out of the window, or covers the focused field. */
function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth + 1) problems.push(`page ${scrollWidth} > ${clientWidth}`)
    const log = document.querySelector('[role=log]')
    if (log && log.scrollWidth > log.clientWidth + 1) problems.push('log scrolls sideways')
    const width = document.documentElement.getBoundingClientRect().width
    const shown = [...document.querySelectorAll('button, textarea, input, .markdown > * > *')]
    for (const element of shown) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('pre, .table-scroll, .code-header')) continue
      const { left, right, width: own } = element.getBoundingClientRect()
      if (own > 0 && (left < -1 || right > width + 1)) {
        problems.push(`${element.tagName} ${element.getAttribute('aria-label') ?? ''} sticks out`)
      }
    }
    const composer = document.querySelector('textarea')?.getBoundingClientRect()
    const end = log?.getBoundingClientRect()
    if (composer && end && end.bottom > composer.top + 1) problems.push('log under composer')
    if (end && end.height < 60) problems.push(`log is ${end.height} high`)
    return problems
  })
}

for (const [width, height] of [
  [800, 600],
  [480, 800],
] as const) {
  test(`at ${width} by ${height} the largest text fits`, async ({ open, server }) => {
    server.behave({ kind: 'answer', text: answer })
    const { page, send, last } = await open(settingsFor(server, { fontSize: 24 }))
    await page.setViewportSize({ width, height })
    await send('Show me a long answer')
    await expect(last('Assistant').getByRole('table')).toBeVisible()
    await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '24px',
    )
    expect(await misplaced(page)).toEqual([])
    await page.keyboard.press('Control+F')
    await page.getByRole('searchbox', { name: 'Find in chat' }).fill('note')
    await expect(page.locator('.find-count')).toHaveText('1 of 2')
    expect(await misplaced(page)).toEqual([])
  })
}

test('Ctrl and plus, minus and 0 zoom up to 200 % and back, and all of it fits', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: answer })
  const { page, send, last } = await open()
  await page.setViewportSize({ width: 800, height: 600 })
  await send('Show me a long answer')
  await expect(last('Assistant').getByRole('table')).toBeVisible()
  const heading = last('Assistant').getByRole('heading')
  const scale = async (): Promise<number> => (await heading.boundingBox())?.height ?? 0
  const atFirst = await scale()
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Control+=')
  await expect.poll(scale).toBeGreaterThan(1.9 * atFirst)
  // The page is laid out anew after each of the steps, some of which may be to come.
  await expect.poll(() => misplaced(page)).toEqual([])
  await page.keyboard.press('Control+-')
  await page.keyboard.press('Control+0')
  await expect.poll(scale).toBe(atFirst)

  // In another place, where the chat has no size.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+=')
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  const isInSight = (): Promise<boolean> =>
    last('Assistant')
      .locator('.markdown > *')
      .evaluateAll((blocks) => {
        const log = document.querySelector('[role=log]')?.getBoundingClientRect()
        const boxes = blocks.map((block) => block.getBoundingClientRect())
        return (
          log !== undefined && boxes.some(({ top, bottom }) => bottom > log.top && top < log.bottom)
        )
      })
  await expect.poll(isInSight).toBe(true)
})
