import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { launch, providerAt, root } from './launch.ts'

/** Takes the README's picture: `npm run screenshot`. */

const question = 'How far away is a thunderstorm, if I count the seconds?'
const answer = `Light reaches you at once; sound takes about **three seconds for a kilometre**. So count from the flash to the thunder and divide by three.

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

Under thirty seconds, go indoors.`

const earlier = ['Plan a weekend in Porto', 'Why is my sourdough flat?', 'Regex for ISO dates']

const server = await startFakeOpenAi()
server.behave(({ messages }) => {
  const asked = messages.at(-1)?.content ?? ''
  const isTitle = asked.includes('title of 3 to 6 words')
  if (isTitle)
    return { kind: 'answer', text: asked.includes(question) ? 'Counting to the storm' : '' }
  return { kind: 'answer', text: asked === question ? answer : 'With pleasure.' }
})
const app = await launch({
  settings: {
    theme: 'light',
    window: { x: 40, y: 40, width: 1180, height: 860, maximized: false },
    providers: [{ ...providerAt(server.origin), name: 'On this computer' }],
    defaultModel: { providerId: 'fake', modelId: 'parley-large' },
  },
})
const idle = app.page.getByRole('button', { name: 'Send' })
for (const text of [...earlier, question]) {
  await app.page.getByRole('button', { name: 'New chat' }).first().click()
  await app.send(text)
  await app.last('Assistant').and(app.page.locator('[aria-busy=false]')).waitFor()
  await idle.waitFor()
}
await app.page.getByText('Counting to the storm').first().waitFor()
await app.page.locator('.katex').first().waitFor()
// Highlighting follows in idle time.
await app.page.waitForTimeout(1500)
const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })
await app.page.screenshot({ path: join(folder, 'conversation.png') })
await app.close()
await server.close()
