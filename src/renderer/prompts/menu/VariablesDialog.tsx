import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxPromptTextLength } from '../../../shared/limits.ts'
import type { PromptFields } from '../../../shared/prompts.ts'
import { fillVariables, type PromptVariable } from '../../../shared/promptVariables.ts'
import { api } from '../../core/bridge.ts'
import { FormDialog } from '../../core/FormDialog.tsx'
import { isPlainEnter } from '../../core/isPlainEnter.ts'
import { useTask } from '../../core/useTask.ts'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { formatNumber } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { fillTimes, listAsked } from './builtInValues.ts'

/** The text that a variable takes from elsewhere, and whether its end is missing. */
interface TakenText {
  text: string
  isCut: boolean
}

interface VariablesDialogProps {
  id: string
  fields: PromptFields
  /** The text that is selected in the chat; empty if there is none. */
  selectedText: string
  onInsert: (text: string) => void
  onClose: () => void
}

/** Values typed and not inserted, by the prompt's id: a form that is closed loses none of them. */
const typedBefore = new Map<string, ReadonlyMap<string, string>>()

/** Asks for the variables of a prompt, and shows the values that Parley takes for it. */
export function VariablesDialog(props: VariablesDialogProps): ReactNode {
  const { id, fields, selectedText, onInsert, onClose } = props
  const { t, i18n } = useTranslation()
  const { run, ...task } = useTask()
  const [variables] = useState(() => listAsked(fields.text))
  const [typed, setTyped] = useState(() => typedBefore.get(id) ?? new Map<string, string>())
  const [clipboard, setClipboard] = useState<TakenText>()
  const usesClipboard = variables.some(({ builtIn }) => builtIn === 'clipboard')
  useEffect(() => {
    if (!usesClipboard) return
    void run(() => api.prompts.clipboardText({ id })).then((read) => read && setClipboard(read))
  }, [usesClipboard, id, run])
  const taken = (variable: PromptVariable): TakenText | undefined =>
    ({ clipboard, selection: cutText(selectedText), date: undefined, time: undefined })[
      variable.builtIn ?? 'date'
    ]
  const valueOf = (variable: PromptVariable): string =>
    typed.get(variable.name) ?? taken(variable)?.text ?? variable.preset
  const type = ({ name, builtIn }: PromptVariable, value: string): void => {
    setTyped(new Map(typed).set(name, value))
    // A value from elsewhere is taken anew.
    if (builtIn) return
    typedBefore.set(id, new Map(typedBefore.get(id)).set(name, value))
  }
  const submit = (): void => {
    const values = fillTimes(fields.text, i18n.language, Date.now())
    for (const variable of variables) values.set(variable.name, valueOf(variable))
    typedBefore.delete(id)
    onInsert(fillVariables(fields.text, values))
  }
  return (
    <FormDialog
      open
      title={<bdi>{visibleText(fields.name)}</bdi>}
      description={t('prompts.fill.hint')}
      confirm={t('prompts.fill.insert')}
      task={task}
      onClose={onClose}
      onSubmit={() => task.running || submit()}
    >
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          taken={typed.has(variable.name) ? undefined : taken(variable)}
          value={valueOf(variable)}
          onChange={(value) => type(variable, value)}
        />
      ))}
    </FormDialog>
  )
}

function cutText(text: string): TakenText {
  const isCut = text.length > maxPromptTextLength
  return { text: text.slice(0, maxPromptTextLength).toWellFormed(), isCut }
}

interface VariableFieldProps {
  variable: PromptVariable
  /** The value that Parley has taken; undefined if it is none, or not yet there, or changed. */
  taken: TakenText | undefined
  value: string
  onChange: (value: string) => void
}

function VariableField({ variable, taken, value, onChange }: VariableFieldProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { name, builtIn } = variable
  const isTaken = builtIn === 'clipboard' || builtIn === 'selection'
  const empty = taken?.text === '' ? 'Empty' : 'Hint'
  const hint = isTaken && t(`prompts.fill.${builtIn}${empty}`)
  const limit = formatNumber(i18n.language, maxPromptTextLength)
  return (
    <TextArea
      label={isTaken ? t(`prompts.fill.${builtIn}`) : visibleText(name)}
      hint={taken?.isCut ? t('prompts.fill.cut', { limit }) : hint}
      prose
      dir="auto"
      // One line to begin with, as most values are short.
      style={{ minHeight: '2.25rem' }}
      spellCheck
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        // Shift+Enter begins a line, as in the composer.
        if (!isPlainEnter(event.nativeEvent)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
