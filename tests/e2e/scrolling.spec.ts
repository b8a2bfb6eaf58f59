import type { ElementHandle, Locator, Page } from 'playwright'
import { expect, test } from './parley.ts'
import { seedChat } from './seedChat.ts'

const rareWord = 'quokka'
/** The number of the message with the rare word. */
const rareNumber = 3

function paragraphs(count: number): string {
  return Array.from({ length: count }, (_, index) => `Paragraph ${index} of it.`).join('\n\n')
}

function textOf(number: number): string {
  if (number % 2 === 0) return `Question ${number}?`
  const word = number === rareNumber ? rareWord : 'nothing'
  const code = `\`\`\`js\nlet answer = ${number}\n\`\`\``
  return `Answer ${number} with ${word}.\n\n${paragraphs(1 + (number % 7))}\n\n- one\n- two\n\n${code}`
}

/** Creates a data folder with one chat of this many messages. */
function folderWithChat(count: number): string {
  const texts = Array.from({ length: count }, (_, number) => textOf(number))
  return seedChat('A long chat', texts, rareNumber)
}

/** Opens the chat and waits until the log knows its length. */
async function openChat(page: Page, count: number): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Chats' }).getByText('A long chat').click()
  const log = page.getByRole('log', { name: 'Conversation' })
  const article = log.getByRole('article').last()
  await expect(article).toHaveAttribute('aria-setsize', String(count))
  await atRest(log)
  return log
}

/** Waits until the log stands still. */
async function atRest(log: Locator): Promise<void> {
  await log.evaluate(async (element) => {
    for (let frames = 0, top = NaN; frames < 12; frames += 1) {
      if (element.scrollTop !== top) frames = 0
      top = element.scrollTop
      await new Promise(requestAnimationFrame)
    }
  })
}

function pixelsToEnd(log: Locator): Promise<number> {
  return log.evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
    Math.round(scrollHeight - clientHeight - scrollTop),
  )
}

/** Returns the block that is read: the first one that is not entirely above the visible area. */
async function readBlock(log: Locator): Promise<ElementHandle<Element>> {
  const block = await log.evaluateHandle((element) => {
    const { top } = element.getBoundingClientRect()
    const blocks = element.querySelectorAll(
      'article p, article li, article pre, article .selectable:not(:has(.markdown))',
    )
    return [...blocks].find((own) => own.getBoundingClientRect().bottom > top) ?? element
  })
  return block
}

/** Returns its distance below the log's upper edge; undefined once it has left the document. */
function topOf(block: ElementHandle<Element>): Promise<number | undefined> {
  return block.evaluate((element) => {
    const log = element.closest('[role=log]')
    return log
      ? Math.round(element.getBoundingClientRect().top - log.getBoundingClientRect().top)
      : undefined
  })
}

/**
 * Scrolls until a paragraph crosses the upper edge. In a gap between messages the app may keep the
 * place of either, and in code the place of its lines, above which the code's header may grow.
 */
async function readInto(page: Page, log: Locator): Promise<void> {
  for (let block = await readBlock(log); ; block = await readBlock(log)) {
    const top = (await topOf(block)) ?? 0
    const [name, height] = await block.evaluate((element) => [
      element.tagName,
      element.getBoundingClientRect().height,
    ])
    const isParagraph = name === 'P'
    if (isParagraph && top < 0) return
    await page.mouse.wheel(0, isParagraph ? top + 10 : top + Number(height) + 1)
    await atRest(log)
  }
}

/** Returns how far the read block moves down during an action. */
async function movedBy(log: Locator, action: () => Promise<void>): Promise<number> {
  const block = await readBlock(log)
  const before = await topOf(block)
  await action()
  await atRest(log)
  return ((await topOf(block)) ?? NaN) - (before ?? NaN)
}

test('the end stays in sight until the reader scrolls up, and the button leads back', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: paragraphs(900), tokensPerSecond: 500 })
  const { page, send, last } = await open()
  await send('Talk')
  const log = page.getByRole('log', { name: 'Conversation' })
  const jump = page.getByRole('button', { name: 'Jump to latest' })
  const length = async (): Promise<number> => (await last('Assistant').textContent())?.length ?? 0
  await expect.poll(length).toBeGreaterThan(1500)
  expect(await pixelsToEnd(log)).toBeLessThan(3)
  await expect(jump).toHaveCount(0)

  await log.hover()
  await page.mouse.wheel(0, -300)
  await expect(jump).toBeVisible()
  await atRest(log)
  const grown = (await length()) + 600
  const moved = await movedBy(log, () => expect.poll(length).toBeGreaterThan(grown))
  expect(moved).toBe(0)

  // Scrolls to the end again, although it keeps moving away.
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(jump).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => pixelsToEnd(log)).toBeLessThan(3)
  await page.mouse.wheel(0, -300)
  await jump.click()
  await expect.poll(() => pixelsToEnd(log)).toBeLessThan(3)
  await expect(jump).toHaveCount(0)
})

test('a chat of 10,000 messages is read from end to start, and nothing moves by itself', async ({
  start,
}) => {
  const count = 10_000
  const { page } = await start({ folder: folderWithChat(count) })
  const chat = page.getByRole('navigation', { name: 'Chats' }).getByText('A long chat')
  await chat.waitFor()
  // The last message's position in each frame, from its first appearance.
  const tops = page.evaluate(async () => {
    const seen: number[] = []
    for (let length = 0; length < 10_000;) {
      await new Promise(requestAnimationFrame)
      const article = [...document.querySelectorAll('[role=log] article')].at(-1)
      if (!article) continue
      seen.push(Math.round(article.getBoundingClientRect().top))
      length = Number(article.ariaSetSize)
    }
    return seen
  })
  const log = await openChat(page, count)
  expect(new Set(await tops).size).toBe(1)
  expect(await pixelsToEnd(log)).toBeLessThan(3)
  expect(await log.getByRole('article').count()).toBeLessThan(60)

  await log.hover()
  for (let turn = 0; turn < 6; turn += 1) {
    expect(await movedBy(log, () => page.mouse.wheel(0, -200))).toBe(200)
  }
  const blanks = log.evaluate(async (element) => {
    let blank = 0
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame)
      const { top, bottom } = element.getBoundingClientRect()
      const boxes = [...element.querySelectorAll('article')].map((a) => a.getBoundingClientRect())
      if (!boxes.some((box) => box.top <= top && box.bottom >= top)) blank += 1
      if (!boxes.some((box) => box.top < bottom && box.bottom >= bottom)) blank += 1
    }
    return blank
  })
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, -600)
  expect(await blanks).toBe(0)
  await atRest(log)

  await log.focus()
  const page875 = await log.evaluate(({ clientHeight }) => Math.round(clientHeight * 0.875))
  expect(await movedBy(log, () => page.keyboard.press('PageUp'))).toBeCloseTo(page875, -1)
  expect(await movedBy(log, () => page.keyboard.press('ArrowDown'))).toBe(-40)
  await page.keyboard.press('Home')
  await expect(log.getByText('Question 0?')).toBeInViewport()
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await page.keyboard.press('End')
  await expect(log.getByText(`Answer ${count - 1} `)).toBeInViewport()
  expect(await pixelsToEnd(log)).toBeLessThan(3)

  await page.getByRole('searchbox').first().fill(rareWord)
  await page.locator('[data-search-hit]').first().click()
  const hit = log.getByRole('article').filter({ hasText: rareWord })
  await expect(hit).toBeInViewport()
  await expect(hit).toHaveAttribute('aria-posinset', String(rareNumber + 1))
  expect(await log.getByRole('article').count()).toBeLessThan(60)
})

test('a place outlasts another width, larger letters, another chat and a restart', async ({
  start,
}) => {
  const count = 400
  const first = await start({ folder: folderWithChat(count) })
  const { page } = first
  const log = await openChat(page, count)
  await log.hover()
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -3000)
  await atRest(log)
  await readInto(page, log)
  const narrow = await movedBy(log, () => page.setViewportSize({ width: 600, height: 500 }))
  expect(narrow).toBe(0)
  await readInto(page, log)
  const larger = await movedBy(log, async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '28px'))
  })
  // Rounding of fractions of a pixel.
  expect(Math.abs(larger)).toBeLessThanOrEqual(1)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width: 1280, height: 780 })
  await atRest(log)

  const text = await (await readBlock(log)).textContent()
  const top = await topOf(await readBlock(log))
  await page.keyboard.press('Control+N')
  await expect(log).toHaveCount(0)
  await openChat(page, count)
  expect(await (await readBlock(log)).textContent()).toBe(text)
  expect(await topOf(await readBlock(log))).toBe(top)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await page.keyboard.press('Control+N')
  await openChat(page, count)
  expect(await pixelsToEnd(log)).toBeLessThan(3)
  await log.hover()
  await page.mouse.wheel(0, -3000)
  await atRest(log)
  const left = await (await readBlock(log)).textContent()
  const leftTop = await topOf(await readBlock(log))
  await page.keyboard.press('Control+N')
  await expect(log).toHaveCount(0)
  await first.close()

  const second = await start({ folder: first.folder })
  await second.page.setViewportSize({ width: 1280, height: 780 })
  const again = await openChat(second.page, count)
  expect(await (await readBlock(again)).textContent()).toBe(left)
  expect(await topOf(await readBlock(again))).toBe(leftTop)
})

test('a place deep in a very long answer is found again', async ({ start }) => {
  const answer = Array.from({ length: 900 }, (_, at) =>
    at % 5 === 0
      ? `- item ${at}\n- another ${at}`
      : `Paragraph ${at}, ${'and more '.repeat(at % 17)}.`,
  ).join('\n\n')
  const first = await start({ folder: seedChat('A long chat', ['Go on', answer, 'More', 'End']) })
  const { page } = first
  const log = await openChat(page, 4)
  await log.evaluate((element) => (element.scrollTop = element.scrollHeight * 0.7))
  await atRest(log)
  await log.hover()
  await page.mouse.wheel(0, -250)
  await atRest(log)
  const text = await (await readBlock(log)).textContent()
  const top = (await topOf(await readBlock(log))) ?? NaN
  await page.keyboard.press('Control+N')
  await expect(log).toHaveCount(0)
  await first.close()

  const { page: later } = await start({ folder: first.folder })
  const again = await openChat(later, 4)
  await expect(again.locator('[aria-busy=true]')).toHaveCount(0)
  await atRest(again)
  expect(await (await readBlock(again)).textContent()).toBe(text)
  expect(Math.abs(((await topOf(await readBlock(again))) ?? NaN) - top)).toBeLessThanOrEqual(1)
})

test('what is edited, selected or printed is in the document wherever the reader is', async ({
  start,
}) => {
  const count = 200
  const { page } = await start({ folder: folderWithChat(count) })
  const log = await openChat(page, count)
  const question = log.getByRole('article').filter({ hasText: `Question ${count - 2}?` })
  await question.hover()
  await question.getByRole('button', { name: 'Edit' }).click()
  await log.getByRole('textbox').fill('Half a thought')
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
  await log.getByText(`Answer ${count - 1} `).selectText()
  await log.focus()
  await page.keyboard.press('Home')
  await expect(log.getByText('Question 0?')).toBeInViewport()
  await expect(log.getByRole('textbox')).toHaveValue('Half a thought')
  expect(await page.evaluate(() => String(getSelection()))).toContain(`Answer ${count - 1} `)
  const order = await log
    .getByRole('article')
    .evaluateAll((articles) => articles.map((article) => Number(article.ariaPosInSet)))
  expect(order).toEqual(order.toSorted((one, other) => one - other))

  // The test can't close the browser's own dialog.
  await page.evaluate(() => (window.print = () => window.dispatchEvent(new Event('printing'))))
  const printed = page.evaluate(async () => {
    await new Promise((resolve) => window.addEventListener('printing', resolve, { once: true }))
    const articles = [...document.querySelectorAll('[role=log] article')]
    return articles.filter((article) => /(?:Question|Answer) \d+/.test(article.textContent)).length
  })
  await page.keyboard.press('Control+P')
  // One message is being edited.
  expect(await printed).toBe(count - 1)
  await expect.poll(() => log.getByRole('article').count()).toBeLessThan(60)
  await expect(log.getByText('Question 0?')).toBeInViewport()
})
