import { canonicalArguments } from '../../shared/plugins/canonicalArguments.ts'
import { AppError } from '../../shared/errors.ts'
import type { ShownRequest } from '../../shared/plugins/plugins.ts'
import type { CallAnswer } from './calling/callAnswer.ts'
import type { ToolCall } from './calling/toolCall.ts'

interface TestedCall {
  id: string
  tool: string
  arguments: string
}

export interface Tester {
  /** Returns the request that a call would send; null for one that is none. */
  dryRun: (call: TestedCall) => Promise<ShownRequest | null>
  /** Runs a tool for the user, who sees the result alone. Errors: those of a call. */
  test: (
    call: TestedCall & { callId: string },
  ) => Promise<{ text: string; failed: boolean; durationMilliseconds: number }>
  stop: (callId: string) => void
}

export interface TesterDependencies {
  call: (call: ToolCall, signal: AbortSignal) => Promise<CallAnswer>
  show: (call: ToolCall) => Promise<ShownRequest | null>
}

/** Returns a call as a model's would be sent. Errors: pluginArgumentsInvalid. */
function toCall({ id, tool, arguments: written }: TestedCall): ToolCall {
  const given = canonicalArguments(written)
  if ('problem' in given) {
    throw new AppError('pluginArgumentsInvalid', given.problem, { subject: tool })
  }
  return { pluginId: id, tool, argumentsText: given.text }
}

export function createTester({ call, show }: TesterDependencies): Tester {
  const running = new Map<string, AbortController>()
  return {
    dryRun: async (tested) => show(toCall(tested)),
    async test({ callId, ...tested }) {
      const controller = new AbortController()
      const wanted = toCall(tested)
      const begun = performance.now()
      running.set(callId, controller)
      try {
        const { text } = await call(wanted, controller.signal)
        return { text, failed: false, durationMilliseconds: performance.now() - begun }
      } catch (error) {
        if (controller.signal.aborted) throw new AppError('aborted', 'The test was stopped')
        throw error
      } finally {
        running.delete(callId)
      }
    },
    stop: (callId) => running.get(callId)?.abort(),
  }
}
