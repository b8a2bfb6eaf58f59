import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  maxPromptCommandLength,
  maxPromptNameLength,
  maxPromptTextLength,
} from '../../shared/limits.ts'
import type { PromptFields } from '../../shared/prompts.ts'
import { listVariables } from '../../shared/promptVariables.ts'
import { api } from '../core/bridge.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { formatList } from '../ui/formatList.ts'
import { isolate } from '../ui/isolate.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { visibleText } from '../ui/visibleText.ts'
import { dropEditorDraft, keepEditorDraft, readEditorDraft } from './editorDrafts.ts'
import { promptList } from './prompts.ts'

interface PromptEditorProps {
  /** Null for a new prompt. */
  id: string | null
  /** The saved fields; null for a new prompt. */
  fields: PromptFields | null
  onClose: () => void
}

const builtInExamples = ['{{date}}', '{{time}}', '{{clipboard}}', '{{selection}}']
const noFields: PromptFields = { name: '', command: '', text: '' }

/** Shows the fields of a prompt. What is typed stays until it is saved or discarded. */
export function PromptEditor({ id, fields, onClose }: PromptEditorProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const saved = fields ?? noFields
  const [draft, setDraft] = useState(() => readEditorDraft(id))
  const [hadDraft, setHadDraft] = useState(draft !== undefined)
  const { name, command, text } = draft ?? saved
  const change = (changed: Partial<PromptFields>): void => {
    const next = { ...(draft ?? saved), ...changed }
    setDraft(next)
    if (areSame(next, saved)) dropEditorDraft(id)
    else keepEditorDraft(id, next)
  }
  const close = (): void => {
    if (readEditorDraft(id)) showToast(t('prompts.editor.kept'))
    onClose()
  }
  const discard = (): void => {
    dropEditorDraft(id)
    setDraft(undefined)
    setHadDraft(false)
  }
  const save = async (): Promise<void> => {
    const kept = await task.run(() => api.prompts.save({ id, fields: { name, command, text } }))
    if (!kept) return
    dropEditorDraft(id)
    promptList.put(kept)
    onClose()
  }
  const limit = formatNumber(i18n.language, maxPromptTextLength)
  const isTooLong = text.length > maxPromptTextLength
  const isCommand = /^[^\s/]*$/u.test(command)
  return (
    <FormDialog
      open
      wide
      title={t(id === null ? 'prompts.editor.new' : 'prompts.editor.edit')}
      confirm={t('prompts.editor.save')}
      disabled={name.trim() === '' || text.trim() === '' || isTooLong || !isCommand}
      task={task}
      onClose={close}
      onSubmit={() => void save()}
    >
      {hadDraft && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <p className="min-w-0 grow">{t('prompts.editor.unsaved')}</p>
          <Button size="small" onClick={discard}>
            {t('prompts.editor.discard')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <TextField
          label={t('prompts.editor.name')}
          dir="auto"
          required
          readOnly={task.running}
          maxLength={maxPromptNameLength}
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={t('prompts.editor.command')}
          hint={t('prompts.editor.commandHint')}
          error={isCommand ? undefined : t('prompts.editor.commandInvalid')}
          dir="auto"
          readOnly={task.running}
          maxLength={maxPromptCommandLength}
          value={command}
          onChange={(event) => change({ command: event.target.value.replace(/^\/+/, '') })}
        />
      </div>
      <TextArea
        label={t('prompts.editor.text')}
        hint={
          <>
            {t('prompts.editor.textHint', {
              example: '{{topic}}',
              names: formatList(i18n.language, builtInExamples.map(isolate)),
            })}{' '}
            {t('prompts.editor.escapeHint', { example: '\\{{topic}}' })}
            <VariableNames text={text} />
          </>
        }
        prose
        dir="auto"
        style={{ minHeight: '10rem' }}
        // No limit of the field, which would cut a long paste in silence.
        error={
          isTooLong
            ? t('prompts.editor.tooLong', {
                length: formatNumber(i18n.language, text.length),
                limit,
              })
            : undefined
        }
        readOnly={task.running}
        required
        spellCheck
        value={text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </FormDialog>
  )
}

function areSame(first: PromptFields, second: PromptFields): boolean {
  return (['name', 'command', 'text'] as const).every((part) => first[part] === second[part])
}

/** Names the variables that the text has, as a check of what was typed. */
function VariableNames({ text }: { text: string }): ReactNode {
  const { t, i18n } = useTranslation()
  const names = listVariables(text).map(({ name }) => isolate(visibleText(name)))
  if (names.length === 0) return null
  return (
    <span className="block pt-1">
      {t('prompts.editor.variables', { names: formatList(i18n.language, names) })}
    </span>
  )
}
