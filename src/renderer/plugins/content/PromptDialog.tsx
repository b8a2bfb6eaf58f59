import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { useTask } from '../../core/useTask.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { StrangersText } from '../sheet/StrangersText.tsx'
import { ArgumentField } from './ArgumentField.tsx'
import { FieldsLeftOut } from './FieldsLeftOut.tsx'
import type { InsertedContent } from './insertedContent.ts'
import type { OfferedPrompt } from './useServerPrompts.ts'

interface PromptDialogProps {
  offered: OfferedPrompt
  onInsert: (content: InsertedContent) => void
  onClose: () => void
}

/** Asks for a prompt's arguments. The server gets them, and the filled-in prompt is inserted. */
export function PromptDialog({ offered, onInsert, onClose }: PromptDialogProps): ReactNode {
  const { server, prompt } = offered
  const { t } = useTranslation()
  const firstField = useRef<HTMLInputElement>(null)
  const { run, ...task } = useTask()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const missing = prompt.arguments.filter(({ name, required }) => required && !(name in given))
  const submit = (): void => {
    setChecked(true)
    if (missing.length > 0) return
    void run(async () => {
      const { pluginId } = server
      onInsert(
        await api.pluginContent.fillPrompt({ pluginId, name: prompt.name, arguments: given }),
      )
    })
  }
  const name = visibleText(server.title)
  return (
    <FormDialog
      open
      initialFocus={firstField}
      title={<bdi>{visibleText(prompt.title)}</bdi>}
      description={
        server.host === null
          ? t('plugins.prompts.ofProgram', { name })
          : t('plugins.prompts.ofHost', { name, host: visibleText(server.host) })
      }
      confirm={t('plugins.prompts.insert')}
      task={task}
      onClose={onClose}
      onSubmit={submit}
    >
      {prompt.description !== '' && (
        <StrangersText text={prompt.description} label={t('plugins.prompts.description')} />
      )}
      {prompt.arguments.map((argument, at) => (
        <ArgumentField
          key={argument.name}
          inputRef={at === 0 ? firstField : undefined}
          server={server}
          of={{ kind: 'prompt', name: prompt.name }}
          argument={argument}
          given={given}
          value={values[argument.name] ?? ''}
          error={
            isChecked && missing.includes(argument)
              ? t('plugins.form.problems.required')
              : undefined
          }
          onChange={(value) => setValues((known) => ({ ...known, [argument.name]: value }))}
        />
      ))}
      <FieldsLeftOut count={prompt.argumentsLeftOut} />
    </FormDialog>
  )
}
