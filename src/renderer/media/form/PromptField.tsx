import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../ui/visibleText.ts'
import type { FieldControlProps } from './fieldControlProps.ts'
import { fieldErrorText } from './fieldErrorText.ts'
import { fieldTitle } from './fieldTitle.ts'
import { setDraft } from './mediaForm.ts'

/** Shows a field for longer text. Ctrl or Cmd with Enter sends the form. */
export function PromptField({
  field,
  draft,
  error: problem,
}: FieldControlProps<'text'>): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const isPrompt = field.role === 'prompt'
  const error = problem && fieldErrorText(t, field, problem)
  const note = error ?? (isPrompt ? '' : visibleText(field.description))
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || !isCommand || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {fieldTitle(t, field)}
      </label>
      <textarea
        id={id}
        dir="auto"
        data-prompt={isPrompt || undefined}
        value={typeof draft === 'string' ? draft : ''}
        maxLength={field.maxLength ?? undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => setDraft(field.name, event.target.value)}
        onKeyDown={sendOnEnter}
        className={`field block field-sizing-content max-h-80 w-full resize-none px-3 py-2 text-sm ${isPrompt ? 'min-h-28' : 'min-h-16'}`}
      />
      {note && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : 'alert'}
          className={error === undefined ? 'text-xs text-muted' : 'text-xs text-danger-ink'}
        >
          {note}
        </p>
      )}
    </div>
  )
}
