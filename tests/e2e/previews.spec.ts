import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { expect, expectAccessible, test } from './parley.ts'
import { previewFrames } from './previewPage.ts'
import { seedChat } from './seedChat.ts'

const title = 'Drawn documents'
const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\``

const counter = `<!doctype html><button>0</button><script>
document.querySelector('button').onclick = ({ target }) => (target.textContent = Number(target.textContent) + 1)
</script>`
const loop = '<p>before</p><script>setTimeout(() => { for (;;); }, 1500)</script>'
const busy = `<p>busy</p><script>setTimeout(() => {
for (const end = Date.now() + 6000; Date.now() < end; );
}, 500)</script>`
const flood = `<script>setInterval(() => { for (let i = 0; i < 500; i += 1) top.postMessage(i, '*') })</script>`
const overflowing = `<body style="margin:0"><div id="big" style="position:fixed;inset:-5000px;z-index:2147483647;background:red"></div>`

const failing = `<!doctype html>
<script src="https://cdn.example/app.js"></script><img src="https://cdn.example/a.png"><img src="cat.png">
<link rel="stylesheet" href="https://fonts.example/a.css">
<script>
for (let id = setInterval(() => 0, 1e9); id >= 0; id -= 1) clearTimeout(id)
fetch('https://api.example/x').catch(() => 0)
const image = new Image()
image.src = 'https://made.example/a.png'
setTimeout(() => missing.call())
</script>
<a href="https://link.example/">Leave</a><a href="#here">Within</a><a download href="data:,x">Take</a>
<button onclick="alert(1)">Ask</button><form action="https://form.example/"><button>Send</button></form>`

const answer = [
  fence('html title="counter.html"', counter),
  fence('svg', '<svg viewBox="0 0 9 9"><circle r="4"/></svg>'),
  fence('markdown', '# A heading of its own'),
  fence('html title="loop.html"', loop),
  fence('html title="flood.html"', flood),
  fence('html title="over.html"', overflowing),
  fence('html title="busy.html"', busy),
  fence('js', 'const plain = 1'),
].join('\n\n')

async function openChat(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Chats' }).getByText(title).click()
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('plain')
}

async function deleteChat(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('Delete chat')
  await palette.getByRole('option', { name: 'Delete chat' }).click()
}

const frames = (page: Page) => expect.poll(() => previewFrames(page).length)

const buttons = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true })

async function frameOf(page: Page): Promise<Frame> {
  await expect.poll(() => previewFrames(page).length).toBe(1)
  const [frame] = previewFrames(page)
  await frame!.waitForLoadState()
  return frame!
}

test('documents of an answer are drawn beside it, and keep to their place', async ({ start }) => {
  const { page, composer } = await start({ folder: seedChat(title, ['Draw.', answer]) })
  await openChat(page)
  const panel = page.getByRole('region', { name: 'Preview' })
  // A script alone is no document.
  await expect(buttons(page)).toHaveCount(7)

  await test.step('HTML runs, by keyboard, and Escape leads back in two steps', async () => {
    await buttons(page).first().press('Enter')
    const frame = await frameOf(page)
    await expect(panel).toBeFocused()
    const cover = page.getByRole('button', { name: 'Use counter.html' })
    await expectAccessible(page)
    await cover.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(frame.getByRole('button')).toHaveText('1')
    await page.keyboard.press('Escape')
    await expect(cover).toBeFocused()
    await page.getByRole('tab', { name: 'Code' }).click()
    await expect(panel).toContainText('doctype html')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(frame.getByRole('button')).toHaveText('1')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(buttons(page).first()).toBeFocused()
    await expect.poll(() => previewFrames(page)).toEqual([])
  })

  await test.step('drawings and Markdown are shown, too', async () => {
    await buttons(page).nth(1).click()
    await expect((await frameOf(page)).locator('circle')).toBeVisible()
    await buttons(page).nth(2).click()
    await expect(panel.getByRole('heading', { name: 'A heading of its own' })).toBeVisible()
  })

  await test.step('a loop leaves the window alone, and ends when the user says so', async () => {
    await buttons(page).nth(3).click()
    await frameOf(page)
    await expect(panel).toContainText('doesn’t respond', { timeout: 20_000 })
    await composer.fill('still here')
    await panel.getByRole('button', { name: 'End', exact: true }).click()
    await expect(panel).toContainText('You ended the preview')
    await expect.poll(() => previewFrames(page)).toEqual([])
  })

  await test.step('one that was only busy is alive again by itself', async () => {
    await buttons(page).nth(6).click()
    const silence = panel.getByRole('alert')
    await expect(silence).toContainText('doesn’t respond', { timeout: 20_000 })
    await expect(silence).toHaveCount(0, { timeout: 20_000 })
  })

  await test.step('a flood of messages ends it', async () => {
    await buttons(page).nth(4).click()
    await expect(panel).toContainText('sent too many messages')
    await expect.poll(() => previewFrames(page)).toEqual([])
  })

  await test.step('it draws nowhere but in its box', async () => {
    await buttons(page).nth(5).click()
    await (await frameOf(page)).locator('#big').waitFor()
    const hit = await composer.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === element
    })
    expect(hit).toBe(true)
    const place = await page.locator('iframe').evaluate((frame) => {
      const outer = frame.closest('section')?.getBoundingClientRect()
      const inner = frame.getBoundingClientRect()
      return Boolean(outer && inner.left >= outer.left && inner.right <= outer.right)
    })
    expect(place).toBe(true)
  })
})

test('a blank page says why, and a preview ends with its chat', async ({ start }) => {
  const folder = seedChat(title, ['Draw.', `${fence('html', failing)}\n\nplain`])
  const programs = mkdtempSync(join(tmpdir(), 'parley-programs-'))
  const openedFile = join(programs, 'opened')
  // Stands in for the system's browser.
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > '${openedFile}'\n`, {
    mode: 0o755,
  })
  const env = { PATH: programs + delimiter + (process.env['PATH'] ?? '') }
  const { page, app } = await start({ folder, env })
  await openChat(page)
  const panel = page.getByRole('region', { name: 'Preview' })
  const problems = panel.getByRole('log', { name: 'What doesn’t work in the preview' })

  await test.step('scripts, hosts and files are named once', async () => {
    await buttons(page).click()
    await expect(problems).toContainText('Script error in line 9: Uncaught ReferenceError')
    const frame = await frameOf(page)
    await page.getByRole('button', { name: 'Use code.html' }).click()
    for (const name of ['Within', 'Leave', 'Take']) await frame.getByText(name).click()
    for (const name of ['Ask', 'Send']) await frame.getByRole('button', { name }).click()
    const parts = [
      /^Script error/,
      ...['cdn', 'fonts', 'api', 'made'].map((name) => new RegExp(`^${name}\\.example wasn`)),
      /^cat\.png is missing/,
      /^Links don/,
      /^A preview saves no/,
      /^A preview opens no/,
      /^Forms send/,
    ]
    for (const part of parts) {
      await expect(problems.getByRole('paragraph').filter({ hasText: part })).toHaveCount(1)
    }
    await expect(problems.getByRole('paragraph')).toHaveCount(parts.length)
    // Nothing that was refused has led the frame away, and the frame lives without its timers.
    await expect(frame.getByText('Within')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  await test.step('the browser shows it, once main has asked', async () => {
    const box = app.waitForEvent('window')
    await panel.getByRole('button', { name: 'Open in browser' }).click()
    const dialog = await box
    await expect(dialog.getByRole('alertdialog')).toContainText('have the network there')
    const closed = dialog.waitForEvent('close')
    const allow = dialog.getByRole('button', { name: 'Allow', exact: true })
    await Promise.all([closed, allow.click().catch(() => undefined)])
    await expect.poll(() => existsSync(openedFile)).toBe(true)
    expect(readFileSync(openedFile, 'utf8')).toMatch(/opened-previews\/[\w-]+\.html\n$/)
  })

  await test.step('another chat closes it, as do a reload and the end of its own', async () => {
    // The list of chats is folded beside a preview.
    await page.keyboard.press('Control+N')
    await expect(panel).toHaveCount(0)
    await frames(page).toBe(0)
    for (const leave of [() => page.reload(), () => deleteChat(page)]) {
      await openChat(page)
      await expect(panel).toHaveCount(0)
      await buttons(page).click()
      await frames(page).toBe(1)
      await leave()
      await expect(panel).toHaveCount(0)
    }
  })
})
