import type { ElectronApplication, Locator, Page } from 'playwright'
import type { Part } from '../../src/shared/chat/parts.ts'
import { expect, test } from './parley.ts'
import { seedChat } from './seedChat.ts'

/**
 * Runs a script in the page: Playwright gives up a page that died, but main reaches its successor.
 */
async function inPage(app: ElectronApplication, script: string): Promise<unknown> {
  return app.evaluate(async ({ BrowserWindow }, code) => {
    const [window] = BrowserWindow.getAllWindows()
    try {
      return (await window?.webContents.executeJavaScript(code)) as unknown
    } catch (error) {
      return String(error)
    }
  }, script)
}

function chatNamed(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: 'Chats' }).getByText(title)
}

const textOfLog = `document.querySelector('[role=log]')?.innerText ?? ''`
const notice = `[...document.querySelectorAll('[role=status]')].map((each) => each.innerText).join()`
const press = (name: string): string =>
  `[...document.querySelectorAll('button')].find((each) => each.innerText.trim() === '${name}').click()`
const count = (selector: string): string => `document.querySelectorAll('${selector}').length`
const crashed = 'crashed while showing this chat'

/** Ends the page's process as a fault in the browser would. */
async function crash(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.webContents.forcefullyCrashRenderer()
  })
}

test('a chat that the page died with opens as plain text, until it is to be formatted', async ({
  start,
}) => {
  const folder = seedChat('Fatal', ['Hello', '# A title\n\n**bold** text'])
  const { app, page } = await start({ folder, settings: { providers: [] } })
  await chatNamed(page, 'Fatal').click()
  await expect(page.getByRole('heading', { name: 'A title' })).toBeVisible()
  await crash(app)
  await expect.poll(() => inPage(app, textOfLog)).toContain('# A title')
  expect(await inPage(app, notice)).toContain(crashed)
  expect(await inPage(app, count('[role=log] strong'))).toBe(0)
  await inPage(app, press('Show formatting'))
  await expect.poll(() => inPage(app, count('[role=log] strong'))).toBe(1)
  expect(await inPage(app, notice)).not.toContain(crashed)
  // However soon it dies again, the window never stays empty.
  for (const time of ['second', 'third', 'fourth']) {
    await crash(app)
    await expect.poll(() => inPage(app, textOfLog), { message: time }).toContain('# A title')
    await inPage(app, press('Show formatting'))
    await expect.poll(() => inPage(app, count('[role=log] strong'))).toBe(1)
  }
})

test('a page that is left in order was not brought down by its chat', async ({ start }) => {
  const folder = seedChat('Harmless', ['Hello', '**bold** text'])
  const { page } = await start({ folder, settings: { providers: [] } })
  await chatNamed(page, 'Harmless').click()
  await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible()
  await page.reload()
  await chatNamed(page, 'Harmless').click()
  await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible()
  await expect(page.getByText(crashed)).toHaveCount(0)
})

test('an error in one message ends in it, and can be tried again', async ({ start }) => {
  const file = { id: 'a'.repeat(64), name: 'notes.txt', mediaType: 'text/plain', sizeBytes: 7 }
  const question: Part[] = [
    { type: 'file', file },
    { type: 'text', text: 'Read my notes' },
  ]
  const folder = seedChat('Faulty', [question, 'They are short.'])
  const { page, last, composer } = await start({ folder, settings: { providers: [] } })
  await expect(chatNamed(page, 'Faulty')).toBeVisible()
  // Only a file's size is written in bytes.
  await page.evaluate(() => {
    const Working = Intl.NumberFormat
    Intl.NumberFormat = new Proxy(Working, {
      construct(target, given) {
        const { unit } = (given[1] ?? {}) as Intl.NumberFormatOptions
        if (unit === 'byte') throw new Error('No bytes today')
        return Reflect.construct(target, given) as object
      },
    })
    addEventListener('mend', () => (Intl.NumberFormat = Working))
  })
  await chatNamed(page, 'Faulty').click()
  await expect(last('Assistant')).toContainText('They are short.')
  await expect(last('You').getByRole('alert')).toBeVisible()
  await expect(last('You')).toContainText('Read my notes')
  await composer.fill('still here')
  await expect(composer).toHaveValue('still here')
  await page.evaluate(() => dispatchEvent(new Event('mend')))
  await last('You').getByRole('button', { name: 'Try again' }).click()
  await expect(last('You')).toContainText('notes.txt')
  await expect(last('You').getByRole('alert')).toHaveCount(0)
})

test('texts that are nested beyond all measure are shown in the app', async ({ start }) => {
  const texts = [
    `${'<table><tr><td>'.repeat(1500)}word`,
    '<table><tr><td>\n\n'.repeat(1500),
    '<frameset>',
    `${'<div>'.repeat(8000)}word`,
    `${'<details open><summary>a</summary>'.repeat(1400)}word`,
    '<details open>\n\n'.repeat(1000),
    `<div>${'<ruby>a<rt>'.repeat(2000)}word`,
    `${'> '.repeat(97)}${'*a '.repeat(90)}${'<b>'.repeat(90)}word${' a*'.repeat(90)}`,
    `${'- '.repeat(97)}$${'\\sqrt{'.repeat(30)}x${'}'.repeat(30)}$ word`,
    `${'> '.repeat(97)}\n${'> '.repeat(97)}| a |\n${'> '.repeat(97)}|-|\n${'> '.repeat(97)}| word |`,
    `${'> '.repeat(95)}${'<table><tr><td>'.repeat(100)}word`,
  ]
  const folder = seedChat(
    'Deep',
    texts.flatMap((text, at) => [`Question ${at}`, text]),
  )
  const { page } = await start({ folder, settings: { providers: [] } })
  const died = new Promise<string>((resolve) => page.once('crash', () => resolve('died')))
  const read = async (): Promise<string> => {
    await chatNamed(page, 'Deep').click()
    const log = page.getByRole('log')
    for (let at = 0; at < texts.length; at += 1) {
      await log.press('Control+Home')
      for (let step = 0; step < at; step += 1) await log.press('Alt+ArrowDown')
    }
    await log.press('End')
    await expect(log.getByText('Question 10')).toBeVisible()
    return 'read'
  }
  expect(await Promise.race([died, read()])).toBe('read')
})
