import type { ServerResponse } from 'node:http'
import type { Answer } from './behaviour.ts'
import { unlessGone } from './fakeServer.ts'
import { tokensOf } from './fakeTokens.ts'

/** Returns the text with what is held back. */
export function wholeText({ text, held = [] }: Answer): string {
  return text + held.map((more) => more.text ?? '').join('')
}

/** Sends an answer's text token by token. Waits where the rest is held back. */
export async function sendText(
  { text, held = [] }: Answer,
  response: ServerResponse,
  sendToken: (token: string) => Promise<void>,
): Promise<void> {
  for (const { until, text: next = '' } of [{ until: undefined, text }, ...held]) {
    if (until) await unlessGone(response, until)
    for (const token of tokensOf(next)) {
      if (response.destroyed) return
      await sendToken(token)
    }
  }
}
