import { useId } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompletionInput } from '../../../shared/pluginContent.ts'
import { TextField } from '../../ui/TextField.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { useCompletions } from './useCompletions.ts'

interface ArgumentFieldProps {
  pluginId: string
  of: CompletionInput['of']
  argument: { name: string; description: string; required: boolean }
  /** The arguments that have a value. */
  given: Readonly<Record<string, string>>
  value: string
  inputRef?: RefObject<HTMLInputElement | null> | undefined
  error: string | undefined
  onChange: (value: string) => void
}

/** A field for an argument, with the values that the server proposes. */
export function ArgumentField(props: ArgumentFieldProps): ReactNode {
  const { pluginId, of, argument, given, value, error, inputRef, onChange } = props
  const { t } = useTranslation()
  const listId = useId()
  const { values, begin } = useCompletions({ pluginId, of, name: argument.name, value, given })
  return (
    <>
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
        ref={inputRef}
        value={value}
        onFocus={begin}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {/* A server may propose a value twice. */}
        {[...new Set(values)].map((proposed) => (
          <option key={proposed} value={proposed} aria-label={visibleText(proposed)} />
        ))}
      </datalist>
    </>
  )
}
