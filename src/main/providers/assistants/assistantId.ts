/** Begins the model id of an assistant. What follows is its id at the service. */
export const assistantPrefix = 'assistant:'

/**
 * Returns the service's id of an assistant; undefined for any other model. A bare `asst_…`, as
 * services write it, counts too.
 */
export function parseAssistantId(modelId: string): string | undefined {
  if (modelId.startsWith(assistantPrefix)) return modelId.slice(assistantPrefix.length)
  return modelId.startsWith('asst_') ? modelId : undefined
}
