import { crc32, deflateSync } from 'node:zlib'
import { pdfFile as documentOf } from '../fakes/documents/pdfFile.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, listModel, model, test } from './parley.ts'

/** Parley's tables know that it takes pictures and PDF. */
const readsAll = { ...model, modelId: 'gpt-5.4' }
const pdf = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdfFile('Hello') }
const photo = { name: 'photo.png', mimeType: 'image/png', buffer: pngFile(60, 40) }
const chatPath = '/v1/chat/completions'
const titleLimit = '"max_tokens":60'
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk.') }
const voice = { name: 'voice.wav', mimeType: 'audio/wav', buffer: wavFile() }

interface Attached {
  name: string
  mimeType: string
  buffer: Buffer
}

test('a picture and a PDF are attached, sent and shown, and an edit keeps them', async ({
  start,
  server,
}) => {
  listModel(server, readsAll.modelId)
  server.behave({ kind: 'answer', text: 'I see both.' })
  const settings = { providers: [providerAt(server.origin)], defaultModel: readsAll }
  const { page, composer, last } = await start({ settings })
  await attach(page, photo, pdf)
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByText('photo.png')).toBeVisible()
  await expect(files.getByText('report.pdf')).toBeVisible()
  await expect(files.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page)

  await composer.fill('What are these?')
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('I see both.')
  const sent = lastAsked(server.requests)
  expect(sent).toContain(photo.buffer.toString('base64'))
  expect(sent).toContain(pdf.buffer.toString('base64'))
  expect(sent).toContain('What are these?')
  expect(server.violations).toEqual([])

  const own = last('You')
  await expect(own.getByRole('img', { name: 'photo.png' })).toBeVisible()
  await expect(own.getByText('report.pdf')).toBeVisible()
  await expect(composer).toHaveValue('')
  await expect(own.getByRole('list', { name: 'Attached files' })).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Attached files' })).toHaveCount(2)
  await expectAccessible(page)

  await own.getByRole('button', { name: 'Open photo.png' }).click()
  const viewer = page.getByRole('dialog', { name: 'photo.png' })
  await expect(viewer.getByRole('img', { name: 'photo.png' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  await own.hover()
  await own.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('And now?')
  await page.keyboard.press('Enter')
  await expect(last('You')).toContainText('And now?')
  await expect(last('You').getByRole('img', { name: 'photo.png' })).toBeVisible()
  await expect.poll(() => lastAsked(server.requests)).toContain('And now?')
  expect(lastAsked(server.requests)).toContain(photo.buffer.toString('base64'))
})

test('files alone can be sent, and stay with their chat until then', async ({ open, server }) => {
  const { page, send, last } = await open()
  await send('First')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await attach(page, notes, voice)
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(page.getByText('notes.txt')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('navigation', { name: 'Chats' }).getByText('First').click()
  await expect(page.getByText('notes.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(last('You')).toContainText('notes.txt')
  await expect(last('You').locator('audio')).toHaveAccessibleName('voice.wav')
  await expectAccessible(page)
  await expect.poll(() => lastAsked(server.requests)).toContain('Buy milk.')
})

test('files can be dropped on the conversation and pasted into the composer', async ({ open }) => {
  const { page, composer } = await open()
  await expect(composer).toBeVisible()
  const names = async (): Promise<string[]> => {
    return page.getByRole('listitem').locator('p:first-child').allTextContents()
  }
  const transfer = await page.evaluateHandle(() => {
    const held = new DataTransfer()
    held.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    return held
  })
  const main = page.getByRole('main')
  const greeting = main.getByRole('heading')
  await greeting.dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(page.getByText('Drop files to attach them')).toBeVisible()
  await greeting.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('Drop files to attach them')).toHaveCount(0)
  await composer.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    field.dispatchEvent(event)
  })
  await expect.poll(names).toEqual(['dropped.txt', 'pasted.txt'])
  await page.getByRole('button', { name: 'Remove dropped.txt' }).click()
  await expect.poll(names).toEqual(['pasted.txt'])
  await expect(composer).toBeFocused()
})

test('what a model can not take, or is too large or too many, is said at once', async ({
  start,
  server,
}) => {
  listModel(server, 'blind', { capabilities: { vision: false } })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { ...model, modelId: 'blind' },
  }
  const { page } = await start({ settings })
  await expect(page.getByRole('button', { name: 'Model blind' })).toBeVisible()
  await attach(page, photo)
  await expect(page.getByRole('listitem')).toContainText('blind can’t see images')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove photo.png' }).click()

  const huge = await page.evaluateHandle(() => {
    const held = new DataTransfer()
    held.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'huge.bin'))
    return held
  })
  await page.getByRole('main').getByRole('heading').dispatchEvent('drop', { dataTransfer: huge })
  await expect(page.getByRole('listitem')).toContainText('“huge.bin” is too large')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove huge.bin' }).click()

  const many = Array.from({ length: 21 }, (_, index) => ({ ...notes, name: `${index}.txt` }))
  await attach(page, ...many)
  await expect(page.getByText('A message can have up to 20 files.')).toBeVisible()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(20)
})

type Page = Parameters<typeof expectAccessible>[0]

test('a PDF goes as text to a model that takes no PDF, and its chip says so before', async ({
  start,
  server,
}) => {
  listModel(server, 'texts-only')
  server.behave({ kind: 'answer', text: 'It is about herons.' })
  const settings = {
    providers: [providerAt(server.origin)],
    defaultModel: { ...model, modelId: 'texts-only' },
  }
  const { page, composer, last } = await start({ settings })
  const pages = [{ texts: [{ text: 'Herons eat the fish of the pond', x: 72, y: 700 }] }]
  const herons = { ...pdf, name: 'herons.pdf', buffer: Buffer.from(documentOf(pages)) }
  const drawn = Buffer.from(documentOf([{ texts: [], hasDrawing: true }]))
  await attach(page, herons, { ...pdf, name: 'scan.pdf', buffer: drawn })
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem').first()).toContainText('sent as text')
  await expect(files.getByRole('listitem').last()).toContainText('no text to send instead')
  await expectAccessible(page)
  await composer.fill('What is it about?')
  await composer.press('Enter')
  await expect(last('Assistant')).toContainText('It is about herons.')
  expect(lastAsked(server.requests)).toContain('Herons eat the fish of the pond')
  await expect(last('Assistant')).toContainText('“scan.pdf” was left out')
})

async function attach(page: Page, ...files: Attached[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await (await chooser).setFiles(files)
}

/** Returns the last request for an answer; those for titles have another limit. */
function lastAsked(requests: readonly { path: string; text: string }[]): string {
  return (
    requests.findLast(({ path, text }) => path === chatPath && !text.includes(titleLimit))?.text ??
    ''
  )
}

/** Returns a picture of one colour. */
function pngFile(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(12, 140, 120))])
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pdfFile(text: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
}

/** Returns a sound of no length. */
function wavFile(): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  return header
}
