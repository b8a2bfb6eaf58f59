import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../src/main/app/migrations.ts'
import { recordAmount } from '../../../src/main/spending/ledger.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import type { Message } from '../../../src/shared/chat/chat.ts'
import type { Citation, Part } from '../../../src/shared/chat/parts.ts'
import { model } from '../parley.ts'

type Stored = Partial<Pick<Message, 'status' | 'error' | 'usage' | 'requestId'>> & {
  parts: readonly Part[]
  citations?: readonly Citation[]
}

const text = (content: string): Part => ({ type: 'text', text: content })

const question = 'How far away is a thunderstorm, if I count the seconds?'

const rich = `Light reaches you at once; sound takes about **three seconds for a kilometer**.[^1] So count from the *flash* to the thunder and divide by three.

## In numbers

| seconds | distance |
| ------: | -------: |
|       3 |     1 km |
|       9 |     3 km |
|      30 |    10 km |

With $v \\approx 343\\,\\mathrm{m/s}$ at 20 °C, that is

$$d = v\\,t$$

1. See the flash.
2. Count the seconds.
   - Out loud, if you like.
3. Divide by three.

- [x] Counted
- [ ] Indoors

\`\`\`python
def distance_km(seconds: float) -> float:
    return 343 * seconds / 1000
\`\`\`

> Under thirty seconds, go indoors.

> [!TIP]
> Wait another half an hour after the last thunder.

Read on at [the weather service](https://weather.example/thunder), or press \`Ctrl\` and \`F\`.

[^1]: The exact time depends on the air.
`

const diagram = `\`\`\`mermaid
flowchart LR
  A[Flash] -->|count| B{Under 30 s?}
  B -->|yes| C[Go indoors]
  B -->|no| D[Watch from the porch]
\`\`\`

And then you know.
`

const citations: readonly Citation[] = [
  {
    number: 1,
    title: 'How sound travels through air',
    passage: 'Sound travels about 343 metres in a second at 20 °C.',
    source: 'https://physics.example/sound',
  },
  {
    number: 2,
    title: 'Thunderstorms',
    passage: 'Thirty seconds are ten kilometres.',
    source: 'guide/storms',
  },
]

const call = {
  type: 'toolCall' as const,
  id: 'call_1',
  name: 'current_time',
  title: 'Date and time',
  effect: 'read' as const,
  arguments: '{"timeZone":"Asia/Tokyo"}',
}

const given = JSON.stringify({
  to: 'ann@example.com',
  subject: 'The plan',
  text: 'By the way, the code of the safe is 4711. Everything else is in the plan that I sent you on Monday.',
  urgent: true,
})

/** Returns a waiting call that carries what the model has read to somebody else. */
function waitingCall(): Part {
  const id = crypto.randomUUID()
  const flow = {
    from: ['plan.txt', 'page.example'],
    to: 'mail.example',
    copied: ['the code of the safe is 4711'],
  }
  return {
    ...{ type: 'toolCall', id: 'call_1', name: 'send_mail', title: 'Send an email', hash: 'a' },
    ...{ arguments: given, effect: 'outside', pluginId: 'mail', pluginTitle: 'Mail' },
    ...{ state: 'awaiting', approval: { id, scope: 'mail', destination: 'mail.example', flow } },
  }
}

/** The chats that the screens show, by title, the oldest first; users and assistants in turn. */
function chats(): Readonly<Record<string, readonly Stored[]>> {
  return {
    'A long afternoon': Array.from({ length: 60 }, (_, index) => ({
      parts: [text(index % 2 === 0 ? `And number ${index / 2 + 1}?` : rich.slice(0, 400))],
    })),
    'Mail to Ann': [
      { parts: [text('Send Ann the plan.')] },
      { parts: [text('I’ll send it.'), waitingCall()], status: 'awaiting' },
    ],
    'What went wrong': [
      { parts: [text('Are you there?')] },
      {
        parts: [text('Half an ')],
        status: 'failed',
        error: { code: 'keyRefused', message: 'No', details: { provider: 'Example', status: 401 } },
      },
      { parts: [text('And now?')] },
      { parts: [text('I was about to say')], status: 'stopped' },
      { parts: [text('Go on.')] },
      { parts: [text('A very long answer')], status: 'cutOff' },
    ],
    'Tools and sources': [
      { parts: [text('What time is it in Tokyo, and how fast is sound there?')] },
      {
        parts: [
          { type: 'reasoning', text: 'First the time, then the speed of sound.' },
          { ...call, state: 'allowed', permission: 'chat' },
          { type: 'toolResult', id: 'call_1', text: '14:05 (Asia/Tokyo)', failed: false },
          { ...call, id: 'call_2', title: 'Web page', arguments: '{"url":"https://a.example"}' },
          { type: 'toolResult', id: 'call_2', text: 'The server did not answer.', failed: true },
          text(
            'It is 14:05 there. Sound travels 343 metres in a second.[1] Thirty seconds are ten kilometres.[2]',
          ),
        ],
        citations,
        usage: { inputTokens: 1840, outputTokens: 212, cachedTokens: 1024 },
        requestId: 'req_7f3a',
      },
    ],
    'A page': [
      { parts: [text('Draw a page.')] },
      { parts: [text('```html\n<h1>Hello</h1><img src="https://cdn.example/a.png">\n```')] },
    ],
    'Counting to the storm': [
      { parts: [text(question)] },
      { parts: [text(rich)] },
      { parts: [text('As a diagram?')] },
      { parts: [text(diagram)] },
    ],
  }
}

/** Creates a data folder with chats in every state that is stored. Returns its path. */
export function seedScreens(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  const database = openDatabase({ path: historyPath(folder), migrations })
  const now = Date.now()
  let time = now - 86_400_000 * 3
  database.transaction(() => {
    for (const [title, messages] of Object.entries(chats())) {
      time += 43_200_000
      const conversationId = crypto.randomUUID()
      database.run(
        `INSERT INTO conversation (id, title, title_source, provider_id, model_id, created_at, used_at)
         VALUES (?, ?, 'user', ?, ?, ?, ?)`,
        ...[conversationId, title, model.providerId, model.modelId, time, time],
      )
      let parent: string | null = null
      for (const [index, stored] of messages.entries()) {
        const id = crypto.randomUUID()
        const isAnswer = index % 2 === 1
        database.run(
          `INSERT INTO message (id, conversation_id, parent_id, role, status, provider_id, model_id,
             created_at, first_token_milliseconds, duration_milliseconds, request_id, usage, error,
             citations, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, conversationId, parent, isAnswer ? 'assistant' : 'user'],
          ...[stored.status ?? 'complete'],
          ...(isAnswer ? [model.providerId, model.modelId] : [null, null]),
          ...[time, isAnswer ? 480 : null, isAnswer ? 5200 : null, stored.requestId ?? null],
          ...[stored.usage, stored.error].map((each) => (each ? JSON.stringify(each) : null)),
          ...[JSON.stringify(stored.citations ?? []), JSON.stringify(stored.parts)],
        )
        parent = id
      }
      database.run('UPDATE conversation SET leaf_id = ? WHERE id = ?', parent, conversationId)
    }
    const request = {
      kind: 'answer',
      at: now,
      model,
      conversationId: null,
      messageId: null,
    } as const
    const usage = { inputTokens: 1200, outputTokens: 300 }
    const amount = { basis: 'known', nanoAmount: 8_100_000, currency: 'USD' } as const
    recordAmount(database, { ...request, origin: 'one', usage }, amount)
    recordAmount(database, { ...request, origin: 'other', usage: null }, { basis: 'unknown' })
  })
  database.close()
  return folder
}
