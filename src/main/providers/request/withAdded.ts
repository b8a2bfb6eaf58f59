import type { Model } from '../../../shared/models.ts'

/**
 * Puts the models that the user added before the listed ones, in place of those that are listed
 * for other tasks than chat.
 */
export function withAdded(listed: readonly Model[], added: readonly Model[]): Model[] {
  const chatting = new Set(listed.filter(chats).map(({ modelId }) => modelId))
  const missing = added.filter(({ modelId }) => !chatting.has(modelId))
  const replaced = new Set(missing.map(({ modelId }) => modelId))
  return [...missing, ...listed.filter(({ modelId }) => !replaced.has(modelId))]
}

function chats({ tasks = ['chat'] }: Model): boolean {
  return tasks.includes('chat')
}
