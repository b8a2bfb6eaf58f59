import { useAtomValue } from 'jotai'
import { useEffect, useId, useMemo, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpAnswer, McpQuestion } from '../../shared/mcp.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/Button.tsx'
import { PlainText } from '../ui/PlainText.tsx'
import { draftsOf, fieldsOf, readForm } from '../ui/schemaFields.ts'
import type { Draft, Drafts, FieldProblem } from '../ui/schemaFields.ts'
import { SchemaForm } from '../ui/SchemaForm.tsx'
import { visibleText } from '../ui/visibleText.ts'
import { installedPluginsAtom, loadPlugins, pluginName } from './installedPlugins.ts'
import { followServers, questionsAtom } from './followServers.ts'
import { Literal } from './sheet/Literal.tsx'

/** Shows what servers ask the user. A question takes no focus: the user may be typing. */
export function ServerQuestions(): ReactNode {
  const questions = useAtomValue(questionsAtom)
  useEffect(followServers, [])
  return questions.map((question) => <Question key={question.questionId} question={question} />)
}

function Question({ question }: { question: McpQuestion }): ReactNode {
  const { t } = useTranslation()
  const titleId = useId()
  const installed = useAtomValue(installedPluginsAtom)
  const task = useTask()
  useEffect(() => {
    if (!installed) void loadPlugins()
  }, [installed])
  const name = visibleText(pluginName(installed ?? [], question.pluginId))
  const { questionId } = question
  const answer = (given: Omit<McpAnswer, 'questionId'>): void =>
    void task.run(() => api.mcp.answer({ questionId, ...given }))
  return (
    <section
      role="group"
      aria-labelledby={titleId}
      className="max-h-[60vh] space-y-3 overflow-y-auto rounded-2xl border border-line bg-sunken px-4 py-3 text-sm"
    >
      <h3 id={titleId} role="status" className="font-medium break-words">
        {t('plugins.question.title', { name })}
      </h3>
      <PlainText text={visibleText(question.message)} />
      {question.kind === 'form' ? (
        <FormAnswer schema={question.schema} busy={task.running} onAnswer={answer} />
      ) : (
        <>
          <p className="text-muted">
            {t('plugins.question.address', { host: visibleText(question.host) })}
          </p>
          <Literal text={question.url} />
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => answer({ action: 'accept' })}>
              {t('plugins.question.open')}
            </Button>
            <Button size="small" onClick={() => answer({ action: 'decline' })}>
              {t('plugins.question.decline')}
            </Button>
          </div>
        </>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </section>
  )
}

interface FormAnswerProps {
  schema: Readonly<Record<string, unknown>>
  busy: boolean
  onAnswer: (answer: Omit<McpAnswer, 'questionId'>) => void
}

function FormAnswer({ schema, busy, onAnswer }: FormAnswerProps): ReactNode {
  const { t } = useTranslation()
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(fields, {}))
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const read = readForm(fields, drafts)
    setProblems(read.problems)
    if (Object.keys(read.problems).length > 0) return
    // Main parses the content: what a form of a question may not hold is refused there.
    onAnswer({ action: 'accept', content: read.values as McpAnswer['content'] })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <SchemaForm
        fields={fields}
        drafts={drafts}
        problems={problems}
        onChange={(name: string, draft: Draft) =>
          setDrafts((known) => ({ ...known, [name]: draft }))
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={busy}>
          {t('plugins.question.send')}
        </Button>
        <Button size="small" onClick={() => onAnswer({ action: 'decline' })}>
          {t('plugins.question.decline')}
        </Button>
      </div>
    </form>
  )
}
