import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workbook } from '../fakes/documents/workbookFile.ts'
import { startFakeBatches, type BatchScript } from '../fakes/fakeBatches.ts'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProviders, settingsFor, test } from './parley.ts'
import { chooseTable, openTables } from './screens/showScreens.ts'

const rows = 200
/** Rows that are answered before the kill. */
const answeredBefore = 100
const bad = [10, 50, 90, 130, 170]

/** A table whose rows ask for a number each; the service refuses five of them. */
function writeTable(folder: string): string {
  const path = join(folder, 'numbers.csv')
  const lines = Array.from({ length: rows }, (_none, at) => {
    const number = at + 1
    return `${String(number)};"${bad.includes(number) ? 'bad' : 'good'}; ${String(number)}"`
  })
  writeFileSync(path, ['id;text', ...lines, ''].join('\r\n'))
  return path
}

test('a table is sent row by row, once each, over a kill of Parley, and saved', async ({
  start,
}) => {
  // Two starts and two hundred requests.
  const openAi = await startFakeOpenAi()
  let isHeld = true
  openAi.behave(({ messages }) => {
    const text = messages.at(-1)?.content ?? ''
    if (text.includes('bad')) {
      return { kind: 'status', status: 400, body: { error: { message: 'Not this one' } } }
    }
    // The first run of Parley is killed while these are under way.
    if (isHeld && Number(text.split(' ').at(-1)) > answeredBefore) return { kind: 'hang' }
    return { kind: 'answer', text: `Answer to ${text}` }
  })
  const chats = () => openAi.requests.filter(({ path }) => path === '/v1/chat/completions')
  const settings = { providers: [providerAt(openAi.origin)] }
  try {
    const first = await start({ settings })
    const { page, folder } = first
    await openTables(page)
    await chooseTable(page, first.app, writeTable(folder))
    await page.getByRole('button', { name: /^Model/ }).click()
    await page.getByRole('option', { name: 'parley-large' }).click()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{tex}}')
    await expect(page.getByRole('alert')).toHaveText('The table has no such columns: tex.')
    await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{text}}')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Say good; 3')
    await expect(preview).toContainText('Requests: 200')
    await expectAccessible(page)
    // The user looks at something else, and comes back.
    await page.getByRole('textbox', { name: 'Prompt' }).press('End')
    await page.keyboard.type('!')
    await page.getByRole('button', { name: 'All tables' }).click()
    await page.getByRole('list', { name: 'Tables' }).getByRole('button').click()
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Say {{text}}!')
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{text}}')
    await expect(preview).not.toContainText('!')
    await page.getByRole('textbox', { name: 'Row number' }).fill('1')
    await page.getByRole('button', { name: 'Send this row' }).click()
    const tried = page.getByRole('list', { name: 'Tried rows' })
    await expect(tried).toContainText('Answer to Say good; 1')
    await expect(preview).toContainText('Requests: 199')
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText('Under way: 8 · Waiting: 92')).toBeVisible({ timeout: 60_000 })
    await first.kill()
    isHeld = false

    const second = await start({ folder })
    await openTables(second.page)
    await second.page.getByRole('button', { name: /^numbers.csv/ }).click()
    const table = second.page.getByRole('region', { name: 'numbers.csv' })
    await expect(table).toContainText('Finished', { timeout: 60_000 })
    await expect(table).toContainText('Answered: 187 · Failed: 5 · No answer: 8')
    await expectAccessible(second.page)
    expect(chats()).toHaveLength(rows)
    const saved = join(folder, 'saved.csv')
    await second.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, saved)
    await second.page.getByRole('button', { name: 'Save as CSV' }).click()
    await expect.poll(() => existsSync(saved)).toBe(true)
    const lines = readFileSync(saved, 'utf8').split('\r\n')
    expect(lines[0]).toBe('\ufeffid;text;answer;error')
    expect(lines[1]).toBe('1;"good; 1";"Answer to Say good; 1";')
    expect(lines[10]).toBe('10;"bad; 10";;badRequest: Not this one')
    expect(lines.filter((line) => line.includes('it may be running')).length).toBe(8)
  } finally {
    await openAi.close()
  }
})

test('a table is one batch of a service over a kill of Parley, and its failed rows are another', async ({
  start,
}) => {
  const service = await startFakeBatches()
  const line: BatchScript['line'] = (prompt) =>
    prompt.includes('bad') ? { status: 400, message: 'Not this one' } : 'answer'
  service.script = { line, course: Array.from({ length: 10_000 }, () => 'in_progress') }
  const groq = { id: 'groq', presetId: 'groq', name: 'Groq', baseUrl: service.baseUrl }
  const settings = { providers: [{ ...providerAt(service.origin), ...groq }] }
  try {
    const first = await start({ settings })
    const { page, folder } = first
    await openProviders(page)
    const card = page.getByRole('group', { name: 'Groq' })
    await card.getByRole('textbox', { name: 'API key' }).fill('gsk_fake0123456789')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await openTables(page)
    await chooseTable(page, first.app, writeTable(folder))
    await page.getByRole('button', { name: /^Model/ }).click()
    await page.getByRole('option', { name: 'parley-large' }).click()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Say {{text}}')
    await page.getByRole('combobox', { name: 'Send' }).click()
    await page.getByRole('option', { name: 'As a batch (50% off, within 24 hours)' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('region', { name: 'At the service' })).toContainText('Running')
    await first.kill()
    service.script = { line, course: [] }

    const second = await start({ folder })
    await openTables(second.page)
    await second.page.getByRole('button', { name: /^numbers.csv/ }).click()
    const table = second.page.getByRole('region', { name: 'numbers.csv' })
    await expect(table).toContainText('Answered: 195 · Failed: 5')
    await expectAccessible(second.page)
    service.script = { course: [] }
    await table.getByRole('button', { name: 'Run the failed rows again' }).click()
    await expect(table).toContainText('Answered: 200')
    await expect(table.getByRole('region', { name: 'At the service' })).toContainText('Batch 2')
    expect(service.batches.map(({ lines }) => lines.length)).toEqual([rows, bad.length])
    expect(service.violations).toEqual([])
  } finally {
    await service.close()
  }
})

test('a prompt from a chat runs over a sheet of a workbook, and its answers have columns', async ({
  start,
  server,
}) => {
  server.behave({ kind: 'answer', text: '{"tone":"glad"}' })
  const { page, app, folder, send, last } = await start({
    settings: settingsFor(server),
  })
  await send('Judge {{text}}')
  await last('You').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Run over a table…' }).click()
  await expect(page.getByRole('alert')).toContainText('Judge {{text}}')
  const path = join(folder, 'words.xlsx')
  const rows =
    '<row><c t="str"><v>text</v></c></row><row hidden="1"><c t="str"><v>007</v></c></row>'
  writeFileSync(path, workbook([{ rows: '' }, { rows }]))
  await chooseTable(page, app, path)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'S2' }).click()
  await expect(page.getByRole('alert')).toContainText('1 hidden row was read, too.')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Judge {{text}}')
  await page.getByRole('textbox', { name: /^Columns of the answer/ }).fill('tone')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Judge 007')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Answered: 1').waitFor()
  const saved = join(folder, 'saved.xlsx')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await page.getByRole('button', { name: 'Save as XLSX' }).click()
  await expect.poll(() => existsSync(saved)).toBe(true)
})
