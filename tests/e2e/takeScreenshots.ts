import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startFakeImages } from '../fakes/fakeImages.ts'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { startFakePlugin } from '../fakes/fakePlugin.ts'
import { createBase, drop, openKnowledge, rowOf, textFile } from './knowledgePage.ts'
import { launch, providerAt, root, type Parley } from './launch.ts'
import { paintHills } from './paintHills.ts'
import { documentAnswer, documentQuestion, documents } from './screenshotDocuments.ts'
import { inspect, openPlugins, weather } from './weatherPlugin.ts'

/** Takes the pictures of the README and docs: `npm run screenshots`. */

const question = 'How far away is a thunderstorm, if I count the seconds?'
const answer = `Light reaches you at once; sound takes about **three seconds for a kilometer**. So count from the flash to the thunder and divide by three.

| seconds | distance |
| ------: | -------: |
|       3 |     1 km |
|       9 |     3 km |
|      30 |    10 km |

With $v \\approx 343\\,\\mathrm{m/s}$ at 20 °C, that is $d = v\\,t$:

\`\`\`python
def distance_km(seconds: float) -> float:
    return 343 * seconds / 1000
\`\`\`

\`\`\`mermaid
flowchart LR
  A[Flash] -->|count| B{Under 30 s?}
  B -->|yes| C[Go indoors]
  B -->|no| D[Watch from the porch]
\`\`\``

const earlier = ['Plan a weekend in Porto', 'Why is my sourdough flat?', 'Regex for ISO dates']
const folder = join(root, 'docs/images')

type Look = 'light' | 'dark'

async function picture(page: Page, name: string): Promise<void> {
  // Diagrams and colours of code follow in idle time.
  await page.waitForTimeout(2500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function ask(parley: Parley, text: string): Promise<void> {
  await parley.page.keyboard.press('Control+N')
  await parley.page.locator('#composer').fill(text)
  await parley.page.keyboard.press('Enter')
  await parley.page.locator('[aria-posinset="2"][aria-busy=false]').waitFor()
}

/** Opens Parley as someone has it who has used it for a while. */
async function openUsed(origin: string, look: Look, language = 'en-US'): Promise<Parley> {
  const parley = await launch({
    settings: {
      theme: look,
      language,
      window: { x: 40, y: 40, width: 1180, height: 860, maximized: false },
      providers: [
        { ...providerAt(origin), name: 'Example' },
        { ...providerAt(images.origin), id: 'pictures', name: 'Example of pictures' },
      ],
      defaultModel: { providerId: 'fake', modelId: 'parley-large' },
    },
  })
  await parley.page.emulateMedia({ colorScheme: look })
  await parley.page.locator('#composer').waitFor()
  for (const text of earlier) await ask(parley, text)
  return parley
}

/** Takes the place for documents, and an answer with a cited passage beside it. */
async function takeKnowledge({ page }: Parley, look: Look): Promise<void> {
  await openKnowledge(page)
  await createBase(page, 'Apartment')
  const files = Object.entries(documents).map(([name, text]) => textFile(name, text))
  await drop(page, ...files)
  for (const { name } of files) await rowOf(page, name).getByText('Ready').waitFor()
  await picture(page, `knowledge-${look}`)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  await page.keyboard.press('Control+N')
  await page.locator('form.composer').getByRole('button', { name: 'Knowledge' }).click()
  await page.getByRole('switch', { name: 'Apartment' }).click()
  await page.keyboard.press('Escape')
  await page.locator('#composer').fill(documentQuestion)
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^Source \d: Lease\.md$/ })
    .first()
    .click()
  await picture(page, `citation-${look}`)
  await page.keyboard.press('Escape')
}

/** Takes what a plugin may do, before it is installed. */
async function takePlugins({ page }: Parley, look: Look): Promise<void> {
  const plugin = await startFakePlugin()
  Object.assign(plugin.manifest, weather(`${plugin.origin}/api`))
  await openPlugins(page)
  await inspect(page, plugin.manifestUrl)
  await picture(page, `plugin-${look}`)
  await page.keyboard.press('Escape')
  await plugin.close()
}

const prompts = [
  'Hills in the evening, as a woodcut',
  'The same hills, an hour later',
  'A valley between two ridges',
  'Dunes before a storm',
  'A poster for a hike',
  'Blue hour over the coast',
  'Layers of fog, paler the farther they are',
]

/** Takes the place for pictures, with some that were made. */
async function takeMedia({ page }: Parley, look: Look): Promise<void> {
  await page.locator('nav [data-command=openMedia]').click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'gpt-image-2' }).click()
  for (const prompt of prompts) {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page
      .getByRole('button', { name: `Picture: ${prompt}` })
      .first()
      .waitFor()
  }
  await picture(page, `media-${look}`)
}

async function takeAll(origin: string): Promise<void> {
  const first = await launch({
    settings: { window: { x: 40, y: 40, width: 1180, height: 860, maximized: false } },
  })
  await first.composer.waitFor()
  await picture(first.page, 'first-start')
  await first.close()

  for (const look of ['light', 'dark'] as const) {
    const parley = await openUsed(origin, look)
    const { page } = parley
    await page.keyboard.press('Control+N')
    await picture(page, `new-chat-${look}`)
    await ask(parley, question)
    await page.getByText('Counting to the storm').first().waitFor()
    await page.locator('.markdown img').first().waitFor()
    await picture(page, `conversation-${look}`)
    await page.getByRole('button', { name: 'Model' }).click()
    await picture(page, `models-${look}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await picture(page, `palette-${look}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+,')
    await picture(page, `settings-${look}`)
    await page.getByRole('tab', { name: 'Providers' }).click()
    await picture(page, `providers-${look}`)
    await page.getByRole('tab', { name: 'Voice' }).click()
    await picture(page, `voice-${look}`)
    await takeKnowledge(parley, look)
    await takePlugins(parley, look)
    await takeMedia(parley, look)
    await parley.close()
  }

  const arabic = await openUsed(origin, 'light', 'ar-SA')
  await arabic.page.keyboard.press('Control+N')
  await picture(arabic.page, 'new-chat-arabic')
  await arabic.close()
}

const server = await startFakeOpenAi()
server.behave(({ messages }) => {
  const asked = messages.at(-1)?.content ?? ''
  if (asked.includes('title of 3 to 6 words')) {
    const title = asked.includes(documentQuestion) ? 'Notice period and deposit' : ''
    return { kind: 'answer', text: asked.includes(question) ? 'Counting to the storm' : title }
  }
  if (asked.includes(documentQuestion)) {
    const passages = asked.split(/^(?=\[\d+\])/m)
    const numberOf = (words: string): string =>
      /^\[(\d+)\]/.exec(passages.find((passage) => passage.includes(words)) ?? '')?.[1] ?? '1'
    const text = documentAnswer(numberOf('notice period is'), numberOf('deposit is two'))
    return { kind: 'answer', text }
  }
  return { kind: 'answer', text: asked === question ? answer : 'With pleasure.' }
})
const images = await startFakeImages({ isOpenAi: false })
const painted = await Promise.all(
  (
    [
      [768, 512],
      [512, 512],
      [512, 768],
      [800, 450],
      [480, 640],
      [768, 512],
      [640, 480],
    ] as const
  ).map(([width, height], index) => paintHills(width, height, index + 1)),
)
images.behave((_seen, number) => {
  const made = painted[(number - 1) % painted.length]
  return { kind: 'pictures', pictures: made ? [made] : [] }
})
mkdirSync(folder, { recursive: true })
await takeAll(server.origin)
await server.close()
await images.close()
