import { withTextsAside } from '../transport/largeBody.ts'
import type { Client } from './client.ts'

/** Sends a body to a model of the service, once. Returns the unread answer. */
export async function invoke(
  client: Client,
  modelId: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const { InvokeModelCommand } = await import('@aws-sdk/client-bedrock-runtime')
  return withTextsAside(body, (light) =>
    client.runtime(
      (runtime, sending) =>
        runtime.send(new InvokeModelCommand(invokeInput(modelId, light)), sending),
      signal,
    ),
  )
}

/** Returns what the client's command for a JSON body takes. */
export function invokeInput(modelId: string, body: object) {
  const type = 'application/json'
  return {
    ...{ modelId, contentType: type, accept: type },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }
}
