import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright'
import type { FakeOpenAi } from '../fakes/fakeOpenAi.ts'
import type { Parley } from './launch.ts'
import { expect, expectAccessible, listModel, settingsFor, test } from './parley.ts'
import type { ToolCallPart } from '../../src/shared/chat/parts.ts'
import { seedChat } from './seedChat.ts'

const given = '{"timeZone":"Asia/Tokyo"}'

function settingsWith(server: FakeOpenAi, currentTime: string): Record<string, unknown> {
  return settingsFor(server, { tools: { currentTime } })
}

/** The model asks for the time at each question, and then says what it was told. */
function askForTheTime(server: FakeOpenAi): void {
  listModel(server, 'parley-large', { supported_parameters: ['tools'] })
  server.behave(({ messages }) => {
    const last = messages.at(-1)
    const content = last?.content ?? ''
    if (last?.role === 'tool') return { kind: 'answer', text: `I was told: ${content}` }
    if (!content.startsWith('Time')) return { kind: 'answer', text: 'Sure.' }
    return {
      kind: 'answer',
      text: 'Let me look.',
      toolCalls: [{ id: 'call_1', name: 'current_time', arguments: given }],
    }
  })
}

/** Waits until the model is known to take tools: until models are listed nothing is known of them. */
async function withTools(started: Promise<Parley>): Promise<Parley> {
  const parley = await started
  await parley.page.getByRole('button', { name: /parley-large/ }).waitFor()
  return parley
}

const card = (page: Page) => page.getByRole('group', { name: 'Allow “Date and time”?' })

/** The rows in the list of chats that say that their chat waits for the user. */
const waitingRows = (page: Page): Locator =>
  page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: 'Waiting for you', exact: false })

function requestsAfterTool(server: FakeOpenAi): number {
  return server.requests.filter(({ text }) => text.includes('"role":"tool"')).length
}

test('a call waits for the user across a kill, and its answer goes on', async ({
  start,
  server,
}) => {
  askForTheTime(server)
  const first = await withTools(start({ settings: settingsWith(server, 'ask') }))
  await first.send('Time in Tokyo?')
  await expect(card(first.page)).toContainText('Asia/Tokyo')
  await expect(
    first.page.getByText('Date and time needs your permission', { exact: false }),
  ).toBeAttached()
  await expect(card(first.page)).toContainText('Waiting for you')
  await expect(waitingRows(first.page)).toHaveCount(1)
  await expectAccessible(first.page)
  expect(requestsAfterTool(server)).toBe(0)
  await first.kill()

  const { page, last } = await withTools(start({ folder: first.folder }))
  await expect(waitingRows(page)).toHaveText(/^Time in Tokyo\?/)
  await waitingRows(page).click()
  await expect(card(page)).toContainText('Asia/Tokyo')
  // With the keyboard alone.
  const allow = page.getByRole('button', { name: 'Allow once' })
  await expect(allow).toBeEnabled()
  await allow.focus()
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
  await expect(card(page)).toHaveCount(0)
  await expect(waitingRows(page)).toHaveCount(0)
  expect(requestsAfterTool(server)).toBe(1)
  await page.getByText('Used Date and time').click()
  await expect(page.getByLabel('Result')).toContainText('Asia/Tokyo')
})

test('denied, the model is told; allowed in the chat, it is not asked again', async ({
  open,
  server,
}) => {
  askForTheTime(server)
  const { page, send, last } = await withTools(open(settingsWith(server, 'ask')))
  await send('Time, please')
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(last('Assistant')).toContainText('The user did not allow this call.')
  await expect(page.getByText('Date and time wasn’t allowed')).toBeVisible()
  await send('Time, at last')
  await page.getByRole('button', { name: 'Allow in this chat' }).click()
  await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
  await send('Time again')
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(3)
  await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
  await expect(card(page)).toHaveCount(0)
  await last('Assistant').getByText('Used Date and time').click()
  await expect(page.getByText('You allowed it in this chat', { exact: true })).toBeVisible()

  // Another run is another question.
  const again = requestsAfterTool(server)
  await page.getByRole('button', { name: 'Run again Date and time' }).click()
  await expect(card(page)).toContainText('The same as in the last call you allowed.')
  expect(requestsAfterTool(server)).toBe(again)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(last('Assistant')).toContainText('The user did not allow this call.')

  // The user can revoke a permission.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke Date and time' }).click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await send('Time once more')
  await expect(card(page)).toBeVisible()
})

test('calls of one tool are one question, and what changed since the last is shown', async ({
  open,
  server,
}) => {
  listModel(server, 'parley-large', { supported_parameters: ['tools'] })
  const zones: Record<string, string[]> = {
    'Time?': ['Asia/Tokyo'],
    'And there?': ['Asia/Tokyo', 'Europe/Oslo'],
  }
  server.behave(({ messages }) => {
    if (messages.at(-1)?.role === 'tool') return { kind: 'answer', text: 'I know it now.' }
    const toolCalls = (zones[messages.at(-1)?.content ?? ''] ?? []).map((timeZone, at) => ({
      id: `call_${String(at)}`,
      name: 'current_time',
      arguments: JSON.stringify({ timeZone }),
    }))
    return { kind: 'answer', text: 'Let me look.', toolCalls }
  })
  const { page, send, last } = await withTools(open(settingsWith(server, 'ask')))
  await send('Time?')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(last('Assistant')).toContainText('I know it now.')
  await send('And there?')
  const both = page.getByRole('group', { name: 'Allow “Date and time” 2 times?' })
  await expect(both).toContainText('Europe/Oslo')
  await expectAccessible(page)
  await both.getByRole('button', { name: 'Ask about each one' }).click()
  const other = card(page).last()
  await expect(other).toContainText('Changed. In the last call you allowed it was:')
  await expect(other).toContainText('Asia/Tokyo')
  await other.getByText('Allow for longer').click()
  await other.getByRole('checkbox', { name: 'timeZone' }).uncheck()
  await other.getByRole('button', { name: 'Allow with these arguments' }).click()
  // It covers the other call too.
  await expect(last('Assistant')).toContainText('I know it now.')
  await expect(card(page)).toHaveCount(0)
})

test('while a call waits, what is sent is queued, and Stop ends the answer', async ({
  open,
  server,
}) => {
  askForTheTime(server)
  const { page, composer, send, last } = await withTools(open(settingsWith(server, 'ask')))
  const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
  await send('Time?')
  await expect(card(page)).toBeVisible()
  await composer.fill('Thanks')
  await composer.press('Enter')
  await expect(queued).toHaveCount(1)
  await page.getByRole('button', { name: 'Allow once' }).click()
  // The queued message is sent after the answer.
  await expect(last('You')).toContainText('Thanks')
  await expect(last('Assistant')).toContainText('Sure.')

  await send('Time once more')
  await expect(card(page)).toBeVisible()
  await expect(waitingRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(waitingRows(page)).toHaveCount(0)
  await expect(last('Assistant')).toContainText('Date and time wasn’t run')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(last('Assistant')).toContainText('The tool was not run.')
})

test('another version leaves the question in its branch', async ({ open, server }) => {
  askForTheTime(server)
  const { page, send, last } = await withTools(open(settingsWith(server, 'ask')))
  await send('Hello')
  await expect(last('Assistant')).toContainText('Sure.')
  await send('Time?')
  await expect(card(page)).toBeVisible()
  await last('Assistant').getByRole('button', { name: 'Regenerate' }).click()
  await expect(last('Assistant').getByText('2 / 2')).toBeVisible()
  await expect(card(page)).toBeVisible()
  await expect(waitingRows(page)).toHaveCount(1)
  await last('Assistant').getByRole('button', { name: 'Previous version' }).click()
  // Another answer was wanted in place of this one.
  await expect(last('Assistant')).toContainText('Date and time wasn’t run')
  await expect(waitingRows(page)).toHaveCount(0)
  await last('Assistant').getByRole('button', { name: 'Next version' }).click()
  await expect(waitingRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
})

test('by default it is not asked for, and off it is not offered', async ({ start, server }) => {
  askForTheTime(server)
  const { page, send, last } = await withTools(start({ settings: settingsWith(server, 'allow') }))
  await send('Time?')
  await expect(last('Assistant')).toContainText('(Asia/Tokyo)')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('combobox', { name: 'Date and time access' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await send('Hello')
  await expect(last('Assistant')).toContainText('Sure.')
  const bodies = server.requests.filter(({ path }) => path === '/v1/chat/completions')
  const hello = bodies.findLast(({ text }) => text.includes('Hello'))
  expect(hello?.text).toContain('"name":"calculate"')
  expect(hello?.text).not.toContain('Returns the current date and time')
})

/** Returns a data folder with a chat in which a call with these arguments waits. */
function folderWithCall(given: object, more: Partial<ToolCallPart> = {}): string {
  const call = {
    type: 'toolCall' as const,
    id: 'call_1',
    name: 'run_script',
    title: 'Run a script',
    arguments: JSON.stringify(given),
    state: 'awaiting' as const,
    approval: { id: crypto.randomUUID(), scope: null, destination: null },
    ...more,
  }
  const folder = seedChat('Scripts', ['Run it', [call]])
  const database = new DatabaseSync(join(folder, 'history.sqlite'))
  database.exec("UPDATE message SET status = 'awaiting' WHERE role = 'assistant'")
  database.close()
  return folder
}

test('what is allowed can be seen: all of a long argument, and what hides in one', async ({
  start,
}) => {
  const long = `${'x'.repeat(199_990)} last one.`
  const hidden = `echo hello${' '.repeat(300)}; rm -rf ~ \u202Ecod.exe\u202C\u200b\0`
  const { page } = await start({ folder: folderWithCall({ script: long, note: hidden }) })
  await waitingRows(page).click()
  const question = page.getByRole('group', { name: 'Allow “Run a script”?' })
  await expect(question).toContainText('Showing the first 400 of 200,000 characters.')
  await expect(question).not.toContainText('last one.')
  await expect(question).toContainText('echo hello⟨U+0020 ×300⟩')
  await expect(question).toContainText('; rm -rf ~ ⟨U+202E⟩cod.exe⟨U+202C, U+200B, U+0000⟩')
  // The next argument is in sight beside a long one.
  await expect(question.getByText('echo hello')).toBeInViewport()
  await question.getByRole('button', { name: 'Show all script' }).click()
  await expect(question.getByRole('group', { name: 'script' })).toHaveText(long)
  await expectAccessible(page)
})

test('what would be carried elsewhere is told, and what was copied is marked', async ({
  start,
}) => {
  const copied = 'the code of the safe is 4711'
  const folder = folderWithCall(
    { to: 'ann@example.com', text: `By the way, ${copied}.` },
    {
      pluginId: 'mail',
      pluginTitle: 'Mail',
      hash: 'a',
      approval: {
        id: crypto.randomUUID(),
        scope: 'mail',
        destination: 'mail.example',
        flow: { from: ['plan.txt', 'page.example'], to: 'mail.example', copied: [copied] },
      },
    },
  )
  const { page } = await start({ folder })
  await waitingRows(page).click()
  const question = page.getByRole('group', { name: 'Allow “Run a script”?' })
  await expect(question).toContainText('From the plugin Mail.')
  await expect(question).toContainText(
    'The model has read plan.txt and page.example. This call would send data to mail.example.',
  )
  await expect(question.locator('mark')).toHaveText(copied)
  await question.getByText('Allow for longer').click()
  await expect(question.getByRole('button', { name: 'Always allow this tool' })).toHaveCount(0)
  await expectAccessible(page)
})
