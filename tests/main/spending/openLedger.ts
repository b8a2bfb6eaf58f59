import { recordSpend, type SpentRequest } from '../../../src/main/spending/ledger.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import type { Model, ModelReference } from '../../../src/shared/models.ts'
import { openHistory } from '../chat/testHistory.ts'

export const noon = (day: number, month = 11): number =>
  new Date(2026, month - 1, day, 12).getTime()

export const dear: ModelReference = { providerId: 'service', modelId: 'dear' }
export const cheap: ModelReference = { providerId: 'service', modelId: 'cheap' }
export const unpriced: ModelReference = { providerId: 'other', modelId: 'unpriced' }
export const local: ModelReference = { providerId: 'here', modelId: 'local' }

const models: readonly Model[] = [
  { ...dear, name: 'Dear', local: false, price: { input: 3, output: 15, cachedInput: 0.3 } },
  { ...cheap, name: 'Cheap', local: false, price: { input: 0.1, output: 0.4 } },
  { ...unpriced, name: 'Unpriced', local: false },
  { ...local, name: 'Local', local: true },
]

export function describeModel({ providerId, modelId }: ModelReference): Model | undefined {
  return models.find((one) => one.providerId === providerId && one.modelId === modelId)
}

let requests = 0

/** Opens a history with a ledger of these requests; what is missing is an answer of today. */
export function openLedger(
  given: readonly (Partial<SpentRequest> & Pick<SpentRequest, 'model'>)[] = [],
  database: Database = openHistory(),
): Database {
  for (const request of given) {
    recordSpend(database, {
      ...{ origin: `request ${String(++requests)}`, kind: 'answer', at: noon(29) },
      ...{ conversationId: chatId, messageId: null },
      usage: { inputTokens: 1000, outputTokens: 100 },
      ...request,
    })
  }
  return database
}

export const chatId = '7b7c5a3c-6f0e-4c63-8b1c-0d3d6f0b8f10'
