import type {
  Client,
  JsonSchemaValidatorResult,
  Transport,
  jsonSchemaValidator,
} from '@modelcontextprotocol/client'
import { boundLists, maxListPages, noteListEnd } from './boundLists.ts'
import { adaptMessages, admitTask } from './content/taskResults.ts'
import type { ConnectOptions } from './connection.ts'
import type { ServerSetup } from './serverSetup.ts'

export type Sdk = typeof import('@modelcontextprotocol/client')

/** By which revisions a server is asked: the older ones, the newest, or what it answers to. */
export type Negotiation = 'legacy' | 'auto' | { pin: string }

const clientVersion = '1'
/** A first start may install something. */
const connectMilliseconds = 60_000

/** A stranger's schema is never compiled in main. Nothing depends on what a result claims. */
const acceptAll: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: input as T,
      errorMessage: undefined,
    }),
}

/** Creates a client that has handlers for all that the server may ask. */
export function createClient(
  sdk: Sdk,
  mode: Negotiation,
  setup: ServerSetup,
  options: ConnectOptions,
): Client {
  const client = new sdk.Client(
    { name: 'Parley', version: clientVersion },
    {
      versionNegotiation: { mode },
      // A list is ended before.
      listMaxPages: maxListPages + 1,
      jsonSchemaValidator: acceptAll,
      listChanged: {
        tools: { onChanged: (_error, tools) => tools && options.onTools(tools, client) },
      },
      capabilities: {
        elicitation: { form: {}, url: {} },
        extensions: {
          'io.modelcontextprotocol/tasks': {},
          'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
        },
        ...(setup.roots && { roots: {} }),
        ...(setup.sampling && { sampling: {} }),
      },
    },
  )
  client.onerror = () => undefined
  options.prepare(client)
  return client
}

/** Introduces Parley to the server. */
export async function introduce(
  client: Client,
  transport: Transport,
  { onListCut }: Pick<ServerSetup, 'onListCut'>,
  signal: AbortSignal,
): Promise<void> {
  const bound = boundLists(transport, (method, isCut) => {
    noteListEnd(client, method, isCut)
    if (isCut) onListCut?.(method)
  })
  const adapted = adaptMessages(transport, (message) => bound(admitTask(message)))
  await client.connect(adapted, { timeout: connectMilliseconds, signal })
}
