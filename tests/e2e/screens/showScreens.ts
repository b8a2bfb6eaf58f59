import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright'
import type { FakePlugin } from '../../fakes/fakePlugin.ts'
import { createBase, drop, openKnowledge, rowOf, search, textFile } from '../knowledgePage.ts'
import { expect, openProvider } from '../parley.ts'
import { install } from '../weatherPlugin.ts'

/** A part of the interface as it is shown now. */
export interface Screen {
  name: string
  /** Dialog that keeps Tab within it. Missing for the whole window. */
  within?: Locator
  /** A menu or list, which Tab closes. */
  isPopup?: boolean
}

/** Screens one after the other; each is there until the next is asked for. */
export type Screens = AsyncGenerator<Screen, void, void>

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens something by keyboard, shows it, and leaves it by Escape; its button has the focus then. */
async function* opened(screen: Screen & { button: Locator; shown: Locator }): Screens {
  const { button: opener, shown, ...rest } = screen
  await opener.focus()
  await opener.press('Enter')
  await shown.first().waitFor()
  yield rest
  await shown.page().keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(opener, `${rest.name}: the focus comes back`).toBeFocused()
}

async function openChat(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: title })
    .first()
    .click()
  await page.locator('header.chat-header').getByText(title).waitFor()
  await page.locator('article').last().waitFor()
}

/** Shows conversations in every state, and what opens in them. */
export async function* chatScreens(page: Page): Screens {
  yield { name: 'a new chat' }
  const models = page.getByRole('listbox', { name: 'Models' })
  yield* opened({
    name: 'the models',
    isPopup: true,
    button: page.locator('#model-button'),
    shown: models,
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('option').first().waitFor()
  yield { name: 'the palette', within: palette }
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  await openChat(page, 'Counting to the storm')
  await page.locator('img.diagram-picture').waitFor()
  yield { name: 'a conversation' }
  const menu = page.getByRole('menu')
  const options = button(page, 'More actions')
  yield* opened({ name: 'the menu of a chat', isPopup: true, button: options, shown: menu })
  await runInPalette(page, 'Show trash')
  await page.getByRole('heading', { name: 'Trash' }).waitFor()
  yield { name: 'the trash' }
  await runInPalette(page, 'Show archive')
  await page.getByRole('heading', { name: 'Archive' }).waitFor()
  yield { name: 'the archive' }
  await button(page, 'Back to chats').click()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find in chat' }).fill('seconds')
  yield { name: 'the search in a chat' }
  await page.keyboard.press('Escape')

  await openChat(page, 'Tools and sources')
  for (const summary of await page.locator('article summary').all()) await summary.click()
  yield { name: 'an answer with tools and sources' }
  const details = page.getByRole('dialog', { name: 'Details' })
  const facts = button(page, 'Details').last()
  yield* opened({ name: 'the details of an answer', isPopup: true, button: facts, shown: details })
  await openChat(page, 'A page')
  const preview = page.getByRole('region', { name: 'Preview' })
  await button(page, 'Preview').press('Enter')
  await preview.getByText('cdn.example wasn’t reached').waitFor()
  yield { name: 'a preview' }
  await button(page, 'Close preview').click()
  await expect(preview).toHaveCount(0)
  await openChat(page, 'Mail to Ann')
  await page.getByText('Allow for longer').click()
  yield { name: 'a question before a call' }
  await openChat(page, 'What went wrong')
  yield { name: 'errors and notices' }
}

/** Shows every section of the settings, with what opens in them. */
export async function* settingsScreens(page: Page): Screens {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab').first().waitFor()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    // For one frame the old panel is shown beside the new one.
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    yield { name: `settings: ${await tab.innerText()}` }
  }
  await page.getByRole('tab', { name: 'Providers' }).click()
  const row = await openProvider(page, 'Example')
  await row.getByText('More options', { exact: true }).click()
  yield { name: 'a provider' }
  const remove = button(page, 'Remove Example')
  const question = page.getByRole('dialog', { name: 'Remove Example?' })
  yield* opened({ name: 'a question', within: question, button: remove, shown: question })
  const add = button(page, 'Add provider')
  const services = page.getByRole('listbox', { name: 'Services' })
  yield* opened({ name: 'the services', isPopup: true, button: add, shown: services })
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('a')
  yield { name: 'the settings, searched' }
}

/** Shows the place for documents: empty, a base, a search, and a document. */
export async function* knowledgeScreens(page: Page): Screens {
  await openKnowledge(page)
  yield { name: 'no knowledge' }
  await createBase(page, 'Contracts')
  await drop(page, textFile('lease.txt', 'The tenant pays the rent.\n'), textFile('empty.txt', ''))
  await expect(rowOf(page, 'lease.txt')).toContainText('Ready')
  yield { name: 'a base' }
  const hits = await search(page, 'rent')
  await hits.getByText('Why this passage').click()
  yield { name: 'passages' }
  const hit = hits.getByRole('button', { name: 'lease.txt' })
  const panel = page.getByRole('region', { name: 'Document' })
  yield* opened({ name: 'a document', button: hit, shown: panel })
  await page.getByRole('tab', { name: 'Settings' }).click()
  yield { name: 'the settings of a base' }
}

/** Shows the place for pictures as long as no model makes any. */
export async function* mediaScreens(page: Page): Screens {
  // A category of the marketplace has the same name.
  await page.locator('nav [data-command=openMedia]').click()
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor()
  yield { name: 'media without a model' }
}

/** Shows the place for tables: none, one that is set up, and its answers. */
export async function* batchScreens(page: Page, app: ElectronApplication): Screens {
  await openTables(page)
  yield { name: 'no table' }
  const path = join(tmpdir(), `${crypto.randomUUID()}.csv`)
  writeFileSync(path, 'name;city\nAnn;Oslo\n;\nBo;\n')
  await chooseTable(page, app, path)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Greet {{name}} from {{city}}')
  await page.getByText('Greet Ann from Oslo').waitFor()
  yield { name: 'a table before its start' }
  const models = page.getByRole('listbox', { name: 'Model' })
  yield* opened({
    name: 'the models of a table',
    isPopup: true,
    button: page.getByRole('button', { name: /^Model/ }),
    shown: models,
  })
  await page.getByRole('button', { name: /^Model/ }).click()
  await page.getByRole('option', { name: 'parley-large' }).click()
  await button(page, 'Send this row').click()
  await page.getByRole('list', { name: 'Tried rows' }).waitFor()
  yield { name: 'a table with a tried row' }
  await button(page, 'Start').click()
  await page.getByText('Answered: 2').waitFor()
  yield { name: 'a table with answers' }
  const question = page.getByRole('dialog', { name: /^Delete/ })
  const remove = button(page, 'Delete')
  yield* opened({ name: 'a table to delete', within: question, button: remove, shown: question })
  await button(page, 'All tables').click()
  yield { name: 'the tables' }
}

/** Shows what the answers so far have cost. */
export async function* spendingScreens(page: Page): Screens {
  await runInPalette(page, 'Spending')
  await page.getByRole('heading', { name: 'Spending', level: 1 }).waitFor()
  await button(page, 'Save as CSV').waitFor()
  yield { name: 'the spending of a month' }
  const change = page.getByRole('button', { name: /^Change the price of/ }).first()
  const price = page.getByRole('dialog', { name: /^Price of/ })
  yield* opened({ name: 'the price of a model', within: price, button: change, shown: price })
}

/** Opens the place for tables by the palette. */
export async function openTables(page: Page): Promise<void> {
  await runInPalette(page, 'Run over a table…')
  await page.getByRole('heading', { name: 'Run over a table', level: 1 }).waitFor()
}

/** Runs a command that the palette finds by its title. */
async function runInPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type(title.replace('…', ''))
  await page.getByRole('option', { name: title, exact: true }).click()
}

/** Chooses a file in the system's dialog. */
export async function chooseTable(
  page: Page,
  app: ElectronApplication,
  path: string,
): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)
  await page.getByRole('button', { name: 'Choose file…' }).click()
}

/** Shows the page that continues a text, before a model has written anything. */
export async function* completionScreens(page: Page): Screens {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Continue a text')
  await page.getByRole('option', { name: /Continue a text/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Once upon a time')
  yield { name: 'a text to continue' }
}

/** Shows the place for plugins: the marketplace, an installation, and all parts of a plugin. */
export async function* pluginScreens(page: Page, plugin: FakePlugin): Screens {
  const row = await install(page, plugin)
  yield { name: 'the settings of a plugin' }
  for (const part of ['Permissions', 'Tools', 'Log']) {
    await row.getByRole('tab', { name: part, exact: true }).click()
    yield { name: `a plugin: ${part}` }
  }
  await page.getByRole('tab', { name: 'Activity' }).click()
  yield { name: 'the activity of plugins' }
  await page.getByRole('tab', { name: 'Marketplace' }).click()
  yield { name: 'the marketplace' }
}
