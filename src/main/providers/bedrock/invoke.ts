import type { Client } from './client.ts'

/** Sends a body to a model of the service, once. Returns the unread answer. */
export async function invoke(
  client: Client,
  modelId: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const { InvokeModelCommand } = await import('@aws-sdk/client-bedrock-runtime')
  const type = 'application/json'
  const input = {
    ...{ modelId, contentType: type, accept: type },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }
  return client.runtime(
    (runtime, sending) => runtime.send(new InvokeModelCommand(input), sending),
    signal,
  )
}
