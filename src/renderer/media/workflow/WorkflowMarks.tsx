import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  WorkflowInput,
  WorkflowMark,
  WorkflowRole,
} from '../../../shared/media/mediaWorkflow.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { PickerButton } from '../../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../../ui/controls/SearchableSelect.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { freeRoles, inputOfMark, newMark } from './workflowMarks.ts'

interface WorkflowMarksProps {
  inputs: readonly WorkflowInput[]
  marks: readonly WorkflowMark[]
  onChange: (marks: WorkflowMark[]) => void
}

/** Shows which inputs of a workflow the form has, and as what. */
export function WorkflowMarks({ inputs, marks, onChange }: WorkflowMarksProps): ReactNode {
  const { t } = useTranslation()
  const nameOf = (role: WorkflowRole): string =>
    role === 'width' || role === 'height'
      ? t(`media.form.${role}`)
      : role === 'setting'
        ? t('media.workflow.setting')
        : t(`media.roles.${role}`)
  const change = (mark: WorkflowMark, role: WorkflowRole | 'none'): void =>
    onChange(
      marks.flatMap((each) =>
        each !== mark ? [each] : role === 'none' ? [] : [{ ...mark, role }],
      ),
    )
  const addable = inputs.filter((input) => freeRoles(input, marks).length > 0)
  return (
    <div className="space-y-3">
      {marks.map((mark) => {
        const input = inputOfMark(inputs, mark)
        if (!input) return null
        const label = labelOf(input)
        const roles = [
          mark.role,
          ...freeRoles(
            input,
            marks.filter((each) => each !== mark),
          ),
        ]
        return (
          <FieldRow
            key={JSON.stringify(mark)}
            label={label}
            hint={<span className="line-clamp-2 break-words">{visibleText(input.value)}</span>}
          >
            <Select<WorkflowRole | 'none'>
              label={label}
              value={mark.role}
              options={[
                ...[...new Set(roles)].map((role) => ({ value: role, label: nameOf(role) })),
                { value: 'none', label: t('media.workflow.none') },
              ]}
              onValueChange={(role) => change(mark, role)}
            />
          </FieldRow>
        )
      })}
      {addable.length > 0 && (
        <SearchableSelect
          trigger={
            <PickerButton aria-label={t('media.workflow.add')} text={t('media.workflow.add')} />
          }
          listLabel={t('media.workflow.add')}
          searchLabel={t('media.workflow.search')}
          emptyText={t('media.gallery.none')}
          groups={[
            {
              label: '',
              items: addable.map((input) => ({
                value: JSON.stringify([input.node, input.input]),
                label: labelOf(input),
                description: visibleText(input.value),
              })),
            },
          ]}
          onSelect={(key) => {
            const input = addable.find((each) => JSON.stringify([each.node, each.input]) === key)
            const mark = input && newMark(input, marks)
            if (mark) onChange([...marks, mark])
          }}
        />
      )}
    </div>
  )
}

function labelOf({ title, input }: WorkflowInput): string {
  return visibleText(`${title} · ${input}`)
}
