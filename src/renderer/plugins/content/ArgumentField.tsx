import { useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompletionInput, ContentServer } from '../../../shared/plugins/pluginContent.ts'
import { errorText } from '../../core/errorText.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { useCompletions } from './useCompletions.ts'

interface ArgumentFieldProps {
  server: Pick<ContentServer, 'pluginId' | 'title'>
  of: CompletionInput['of']
  argument: { name: string; description: string; required: boolean }
  /** The arguments that have a value. */
  given: Readonly<Record<string, string>>
  value: string
  inputRef?: RefObject<HTMLInputElement | null> | undefined
  error: string | undefined
  onChange: (value: string) => void
}

/** A field for an argument, and a button that asks the server for values. */
export function ArgumentField(props: ArgumentFieldProps): ReactNode {
  const { server, of, argument, given, value, error, inputRef, onChange } = props
  const { t } = useTranslation()
  const listId = useId()
  const ownRef = useRef<HTMLInputElement>(null)
  const field = inputRef ?? ownRef
  const { pluginId } = server
  const completions = useCompletions({ pluginId, of, name: argument.name, value, given })
  const { values, task } = completions
  const propose = async (): Promise<void> => {
    if (!(await completions.ask())) return
    field.current?.focus()
    // Without it the values show when the user presses the arrow key.
    if (navigator.userActivation.isActive) field.current?.showPicker()
  }
  return (
    <div className="space-y-1.5">
      <TextField
        label={visibleText(argument.name)}
        error={error}
        hint={
          <>
            {argument.description !== '' && <bdi>{visibleText(argument.description)}</bdi>}{' '}
            {!argument.required && t('plugins.form.optional')}
          </>
        }
        dir="auto"
        list={listId}
        ref={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {values?.map((proposed) => (
          <option key={proposed} value={proposed} aria-label={visibleText(proposed)} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-x-2">
        <Button size="small" variant="quiet" busy={task.running} onClick={() => void propose()}>
          {t('plugins.form.askValues', { name: visibleText(server.title) })}
        </Button>
        <p role="status" className="text-xs text-muted">
          {task.failure
            ? errorText(t, task.failure.error).sentence
            : values && t('plugins.form.values', { count: values.length })}
        </p>
      </div>
    </div>
  )
}
