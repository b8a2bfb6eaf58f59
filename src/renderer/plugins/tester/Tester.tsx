import { useMemo, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { PluginTool } from '../../../shared/plugins/pluginSheet.ts'
import type { ShownRequest } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ElapsedTime } from '../../ui/status/ElapsedTime.tsx'
import { draftsOf, fieldsOf, readForm } from '../../ui/forms/schemaFields.ts'
import type { Draft, Drafts, FieldProblem } from '../../ui/forms/schemaFields.ts'
import { SchemaForm } from '../../ui/forms/SchemaForm.tsx'
import { RequestView } from './RequestView.tsx'
import { TestResult } from './TestResult.tsx'
import type { Outcome } from './TestResult.tsx'

interface TesterProps {
  pluginId: string
  tool: PluginTool
  /** JSON, such as the arguments of an earlier call. */
  initialArguments: string
}

/** The request that a run would send, for the arguments that it belongs to. */
interface Prepared {
  arguments: string
  /** Null where no HTTP request is made. */
  request: ShownRequest | null
}

/** Runs a tool once: first the form, then the exact request, then the result. */
export function Tester({ pluginId, tool, initialArguments }: TesterProps): ReactNode {
  const { t } = useTranslation()
  const fields = useMemo(() => fieldsOf(tool.parameters), [tool.parameters])
  const [drafts, setDrafts] = useState<Drafts>(() => {
    const values = parseJson(initialArguments)
    return draftsOf(fields, isObject(values) ? values : {})
  })
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [prepared, setPrepared] = useState<Prepared>()
  const [outcome, setOutcome] = useState<Outcome>()
  const preparing = useTask()
  const { call, run, stop } = useTestCall()
  const edit = (name: string, draft: Draft): void => {
    setDrafts((known) => ({ ...known, [name]: draft }))
    setPrepared(undefined)
  }
  const prepare = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    const read = readForm(fields, drafts)
    setProblems(read.problems)
    setOutcome(undefined)
    if (Object.keys(read.problems).length > 0) return
    const input = { id: pluginId, tool: tool.name, arguments: JSON.stringify(read.values) }
    const request = await preparing.run(() => api.plugins.dryRun(input))
    if (request !== undefined) setPrepared({ arguments: input.arguments, request })
  }
  const send = async ({ arguments: text }: Prepared): Promise<void> => {
    setOutcome(undefined)
    const result = await run({ id: pluginId, tool: tool.name, arguments: text })
    if (result) setOutcome(result)
  }
  return (
    <div className="mt-3 space-y-4 rounded-xl bg-sunken p-3.5 [--color-code:var(--color-canvas)]">
      <form onSubmit={(event) => void prepare(event)} className="space-y-4">
        {fields.length === 0 && <p className="text-sm text-muted">{t('plugins.tester.empty')}</p>}
        <SchemaForm fields={fields} drafts={drafts} problems={problems} onChange={edit} />
        <Button type="submit" size="small" busy={preparing.running}>
          {t('plugins.tester.prepare')}
        </Button>
      </form>
      {preparing.failure && (
        <ErrorAlert error={preparing.failure.error} since={preparing.failure.at} />
      )}
      {prepared && (
        <div className="space-y-3">
          <RequestView request={prepared.request} tool={tool.name} text={prepared.arguments} />
          <div className="flex flex-wrap items-center gap-3">
            {call.running && call.since !== undefined ? (
              <>
                <Button size="small" onClick={stop}>
                  {t('plugins.tester.stop')}
                </Button>
                <ElapsedTime since={call.since} />
              </>
            ) : (
              <Button size="small" variant="primary" onClick={() => void send(prepared)}>
                {t('plugins.tester.run')}
              </Button>
            )}
          </div>
        </div>
      )}
      {call.failure && <ErrorAlert error={call.failure.error} since={call.failure.at} />}
      {outcome && <TestResult outcome={outcome} />}
    </div>
  )
}

type TestInput = Omit<Parameters<typeof api.plugins.test>[0], 'callId'>

interface TestCall {
  call: Pick<ReturnType<typeof useTask>, 'running' | 'failure'> & { since: number | undefined }
  run: (input: TestInput) => Promise<Outcome | undefined>
  stop: () => void
}

/** Returns a runner for one test call at a time, which can be stopped. */
function useTestCall(): TestCall {
  const task = useTask()
  const [started, setStarted] = useState<{ callId: string; at: number }>()
  const run: TestCall['run'] = (input) =>
    task.run(() => {
      const callId = crypto.randomUUID()
      setStarted({ callId, at: Date.now() })
      return api.plugins.test({ ...input, callId })
    })
  const stop = (): void => {
    if (started) void api.plugins.stopTest({ callId: started.callId })
  }
  return {
    call: { running: task.running, failure: task.failure, since: started?.at },
    run,
    stop,
  }
}
