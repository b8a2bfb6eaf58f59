import type {
  WorkflowInput,
  WorkflowMark,
  WorkflowRole,
} from '../../../shared/media/mediaWorkflow.ts'

/** Returns the input that a mark is about; undefined if the workflow has none. */
export function inputOfMark(
  inputs: readonly WorkflowInput[],
  { node, input }: WorkflowMark,
): WorkflowInput | undefined {
  return inputs.find((each) => each.node === node && each.input === input)
}

/** Returns the meanings that an input can still get. A picture can be the mask too. */
export function freeRoles(
  { node, input, roles }: WorkflowInput,
  marks: readonly WorkflowMark[],
): WorkflowRole[] {
  const used = marks.filter((mark) => mark.node === node && mark.input === input)
  if (used.length > 0 && !roles.includes('image')) return []
  return roles.filter((role) => !used.some((mark) => mark.role === role))
}

/** Returns the mark that an input gets when the user adds it. */
export function newMark(
  input: WorkflowInput,
  marks: readonly WorkflowMark[],
): WorkflowMark | undefined {
  const free = freeRoles(input, marks)
  const role = free.includes('setting') ? 'setting' : free[0]
  return role && { node: input.node, input: input.input, role }
}
