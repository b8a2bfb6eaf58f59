import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpAnswer, McpQuestion } from '../../../shared/plugins/mcp.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { draftsOf, fieldsOf, readForm } from '../../ui/forms/schemaFields.ts'
import type { Drafts, FieldProblem } from '../../ui/forms/schemaFields.ts'
import { SchemaForm } from '../../ui/forms/SchemaForm.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { SampleView } from './SampleView.tsx'
import { SavedFiles } from './SavedFiles.tsx'
import { StrangersText } from '../sheet/StrangersText.tsx'

interface QuestionDialogProps {
  question: McpQuestion
  /** The plugin's name. */
  name: string
  onClose: () => void
}

const verbs = {
  form: 'send',
  address: 'browse',
  signIn: 'browse',
  call: 'allow',
  draft: 'insert',
  save: 'choosePlace',
  sampling: 'ask',
  sample: 'giveBack',
} as const

/** Asks what a plugin's server wants to know. Closing it leaves the question open. */
export function QuestionDialog({ question, name, onClose }: QuestionDialogProps): ReactNode {
  const { t } = useTranslation()
  const { run, ...task } = useTask()
  const fields = useMemo(
    () => (question.kind === 'form' ? fieldsOf(question.schema) : []),
    [question],
  )
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(fields, {}))
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const answer = (action: McpAnswer['action'], content?: McpAnswer['content']): void =>
    void run(() =>
      api.mcp.answer({
        questionId: question.questionId,
        action,
        ...(content !== undefined && { content }),
      }),
    )
  const accept = (): void => {
    const read = readForm(fields, drafts)
    setProblems(read.problems)
    if (Object.keys(read.problems).length > 0) return
    // Main parses it: the page checks only what the user could have meant.
    answer('accept', read.values as NonNullable<McpAnswer['content']>)
  }
  const isAddress = question.kind === 'address' || question.kind === 'signIn'
  const isSample = question.kind === 'sampling' || question.kind === 'sample'
  return (
    <FormDialog
      open
      wide={isSample}
      title={t('plugins.questions.title', { name })}
      description={t(`plugins.questions.${question.kind}`, { name })}
      confirm={t(`plugins.questions.${verbs[question.kind]}`)}
      task={task}
      refuse={
        <Button disabled={task.running} onClick={() => answer('decline')}>
          {t('plugins.questions.decline')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => (question.kind === 'form' ? accept() : answer('accept'))}
    >
      {question.message !== '' && (
        <StrangersText text={question.message} label={t('plugins.questions.message')} />
      )}
      {isSample && <SampleView question={question} />}
      {question.kind === 'draft' && (
        <StrangersText text={question.text} label={t('plugins.questions.message')} />
      )}
      {question.kind === 'save' && <SavedFiles files={question.files} />}
      {question.kind === 'call' && (
        <StrangersText text={question.arguments} label={t('plugins.log.arguments')} />
      )}
      {isAddress ? (
        <p className="space-y-1 text-sm">
          <strong dir="ltr" className="block break-all">
            {visibleText(question.host)}
          </strong>
          <span
            dir="ltr"
            className="selectable block max-h-32 overflow-y-auto break-all text-muted"
          >
            {visibleText(question.url)}
          </span>
        </p>
      ) : (
        <SchemaForm
          fields={fields}
          drafts={drafts}
          problems={problems}
          onChange={(field, draft) => setDrafts((known) => ({ ...known, [field]: draft }))}
        />
      )}
    </FormDialog>
  )
}
