import type { Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, settingsFor, test } from './parley.ts'
import { fakeModels } from '../fakes/fakeOpenAi.ts'

const longText = Array.from({ length: 800 }, (_, line) => `\t<b>${line}</b> & more  `).join('\n')

/** Puts a long text into the clipboard, as another program would. */
async function copyText(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const onCopy = (event: ClipboardEvent): void => {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copied)
    }
    document.addEventListener('copy', onCopy, { once: true, capture: true })
    // oxlint-disable-next-line typescript/no-deprecated -- the page may not write to it otherwise
    document.execCommand('copy')
  }, text)
}

test('a long paste is what is shown, and is undone and redone like any other', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: 'Thank you.' })
  const { page, composer, last } = await open()
  await composer.fill('Before after')
  await composer.focus()
  await copyText(page, `\n${longText}\n`)
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+V')
  await expect(composer).toHaveValue(`Before\n${longText}\n after`)
  await page.keyboard.press('Control+Z')
  await expect(composer).toHaveValue('Before after')
  await page.keyboard.press('Control+Shift+Z')
  await expect(composer).toHaveValue(`Before\n${longText}\n after`)

  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await expect(composer).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Short')
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('Thank you.')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
  await expect(last('You')).toHaveText('Short')
  await expect(composer).toHaveValue('')
})

test('of a long paste that was partly deleted, the rest is sent', async ({ open, server }) => {
  const asked: string[] = []
  server.behave((request) => {
    asked.push(request.messages.at(-1)?.content ?? '')
    return { kind: 'answer', text: 'Thank you.' }
  })
  const { page, composer, last } = await open()
  await composer.focus()
  await copyText(page, longText)
  await page.keyboard.press('Control+V')
  await expect(composer).toHaveValue(longText)
  const line = longText.slice(longText.lastIndexOf('\n'))
  for (let step = 0; step < line.length; step += 1) await page.keyboard.press('Backspace')
  await expect(composer).toHaveValue(longText.slice(0, -line.length))
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('Thank you.')
  expect(asked[0]).toBe(longText.slice(0, -line.length))
})

test('what is shown in the composer is there after a kill, and nothing that was deleted', async ({
  start,
  server,
}) => {
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.composer.focus()
  await copyText(first.page, longText)
  await first.page.keyboard.press('Control+V')
  await expect(first.composer).toHaveValue(longText)
  await first.page.keyboard.press('Control+A')
  await first.page.keyboard.type('Kept')
  await expect
    .poll(() => first.page.evaluate(() => localStorage.getItem('parley.draft.new')))
    .toBe('Kept')
  await first.close()

  const second = await start({ folder: first.folder })
  await expect(second.composer).toHaveValue('Kept')
})

test('what was sent is no draft any more, even right after a kill', async ({ open, server }) => {
  server.behave({ kind: 'answer', text: 'Thank you.' })
  const { page, composer, last } = await open()
  const stored = (): Promise<string | null> =>
    page.evaluate(() => localStorage.getItem('parley.draft.new'))
  await composer.fill('Only once')
  await expect.poll(stored).toBe('Only once')
  // Read in the task in which the message appears.
  const left = page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        new MutationObserver(() => {
          const composer = document.querySelector('textarea')
          if (composer?.value === '') resolve(localStorage.getItem('parley.draft.new'))
        }).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  await composer.press('Enter')
  expect(await left).toBeNull()
  await expect(last('Assistant')).toContainText('Thank you.')
})

test('Enter before the models are known sends the message once they are', async ({
  start,
  server,
}) => {
  const listed = Promise.withResolvers<void>()
  async function* list(): AsyncGenerator<Uint8Array> {
    await listed.promise
    yield Buffer.from(JSON.stringify({ object: 'list', data: fakeModels }))
  }
  server.behave({ kind: 'answer', text: 'In time.' })
  server.behaveAt('/v1/models', () => ({
    kind: 'bytes',
    pieces: list(),
    type: 'application/json',
  }))
  const { composer, last, page } = await start({
    settings: { providers: [providerAt(server.origin)] },
  })
  await composer.fill('Early')
  await composer.press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  listed.resolve()
  await expect(last('Assistant')).toContainText('In time.')
  await expect(last('You')).toHaveText('Early')
})

test('Enter that takes a word of an input method sends nothing, and the next one does', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: 'Thank you.' })
  const { page, composer, last } = await open()
  await composer.focus()
  const input = await page.context().newCDPSession(page)
  const enter = async (windowsVirtualKeyCode: number): Promise<void> => {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode }
    await input.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key })
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await input.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 })
  await enter(229)
  await input.send('Input.insertText', { text: '日本' })
  // Some input methods end the composition before the key arrives.
  await enter(229)
  await expect(composer).toHaveValue('日本')
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
  await enter(13)
  await expect(last('You')).toHaveText('日本')
})
