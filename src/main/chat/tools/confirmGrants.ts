import type { ReplyInput } from '../../../shared/chat/chat.ts'
import { assertConsent, type AskConsent, type ConsentFact } from '../../consent.ts'
import type { Database } from '../../storage/connection.ts'
import type { NewGrant } from '../../tools/grants.ts'
import { decideToolCalls } from './decideToolCalls.ts'
import { getMessage, type IsRunning } from '../history/messages.ts'

const kinds = {
  chat: 'toolInChat',
  arguments: 'toolWithArguments',
  always: 'toolAlways',
} as const

/**
 * Asks the user in main's dialog for each permission that a decision would store for later calls. A
 * decision about one call alone is not asked about. Errors: consentRefused.
 */
export async function confirmGrants(
  input: ReplyInput,
  ask: AskConsent,
  database: Database,
  isRunning: IsRunning,
): Promise<void> {
  if (input.kind !== 'answerToolCall') return
  const { messageId, ...decision } = input
  const { parts } = getMessage(database, messageId, isRunning)
  for (const grant of decideToolCalls(parts, decision)?.grants ?? []) {
    const { title, lasts } = grant
    await assertConsent(ask, { kind: kinds[lasts], name: title, facts: factsOf(grant) })
  }
}

function factsOf({ pluginTitle, destination, pattern }: NewGrant): ConsentFact[] {
  const fact = (key: ConsentFact['key'], value: string): ConsentFact => ({ key, value })
  return [
    ...(pluginTitle === '' ? [] : [fact('consentPlugin', pluginTitle)]),
    ...(destination === null ? [] : [fact('consentHost', destination)]),
    ...(pattern?.fixed ?? []).map(([name, value]) =>
      fact('consentFixed', `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ),
    ...(pattern?.free ?? []).map((name) => fact('consentFree', JSON.stringify(name))),
  ]
}
