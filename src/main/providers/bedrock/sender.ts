import type { ReplySender, SentReply } from '../request/replySender.ts'
import type { Aws } from '../../../shared/providers.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Concession } from '../anthropic/concession.ts'
import { maxAttempts } from '../service.ts'
import { mayRepeat } from '../errors/wasRefused.ts'
import { createToolRefusals } from '../toolSchemas/toolRefusals.ts'
import { attemptConverse, attemptMessages } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import type { Client } from './client.ts'
import { fullDialect } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { toFailure } from './failures.ts'
import type { FailureContext } from './failures.ts'
import { effortOf } from './effort.ts'
import { speaksMessages } from './messagesBody.ts'
import { converseRules } from './sampling.ts'
import type { SamplingRules } from '../request/sampling.ts'

export interface Sender extends ReplySender {
  /** Returns the parameters that a model takes, as far as refusals have told. */
  rulesOf: (request: Pick<ReplyRequest, 'modelId' | 'model' | 'effort'>) => SamplingRules
}

export interface SenderOptions {
  operation: Aws['operation']
  open: () => Promise<Client>
  context: FailureContext
}

/** Creates a sender that repeats a refused request without the refused option. */
export function createSender({ operation, open, context }: SenderOptions): Sender {
  const dialects = new Map<string, Dialect>()
  const attemptTools = createToolRefusals()

  function rulesOf(request: Pick<ReplyRequest, 'modelId' | 'model' | 'effort'>): SamplingRules {
    const { modelId } = request
    const dialect = dialects.get(modelId) ?? fullDialect
    const { thinks } = effortOf(request, dialect, Number.POSITIVE_INFINITY)
    const learned = usesMessages(modelId)
      ? { ...dialect, ...samplingIn(dialect.thinking) }
      : dialect
    return converseRules(modelId, learned, thinks)
  }

  function usesMessages(modelId: string): boolean {
    return operation === 'invokeModel' && speaksMessages(modelId)
  }

  async function prepare(request: ReplyRequest, concession: Concession): Promise<Attempt> {
    const sdk = await import('@aws-sdk/client-bedrock-runtime')
    const { modelId } = request
    const dialect = dialects.get(modelId) ?? fullDialect
    return (usesMessages(modelId) ? attemptMessages : attemptConverse)(
      sdk,
      request,
      dialect,
      concession,
    )
  }

  async function run(
    request: ReplyRequest,
    ask: (attempt: Attempt, client: Client) => Promise<Response>,
  ): Promise<SentReply> {
    const client = await open()
    const ofModel = { ...context, model: request.modelId }
    const tools = attemptTools(request)
    let concession: Concession = { reasoning: true, thinking: true }
    for (let attempts = 1; ; attempts += 1) {
      const attempt = await prepare(tools.request(), concession)
      try {
        const response = await ask(attempt, client)
        return { response, warnings: [...attempt.warnings, ...tools.accept()] }
      } catch (error) {
        const failure = toFailure(error, ofModel, client.answerTo)
        if (!mayRepeat(request, failure)) throw failure
        if (attempts < maxAttempts && tools.refuse(failure)) continue
        const { status, answer = '' } = failure.details
        const refused = (status === 400 || status === 403) && attempts < maxAttempts
        const mended = refused ? attempt.mend(answer) : null
        if (!mended) throw failure
        if (mended.dialect) dialects.set(request.modelId, mended.dialect)
        concession = mended.concession ?? concession
      }
    }
  }

  return {
    rulesOf,
    send: (request, signal) => run(request, (attempt, client) => attempt.send(client, signal)),
    async count(request, signal) {
      const { response } = await run(request, (attempt, client) => attempt.count(client, signal))
      return response
    },
  }
}

/** Returns what a model of the Messages API has refused there. */
function samplingIn({ temperature, topP, stopWords }: Dialect['thinking']) {
  return { temperature, topP, stopWords }
}
