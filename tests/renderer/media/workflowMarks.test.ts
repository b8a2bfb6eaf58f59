import { expect, test } from 'vitest'
import {
  freeRoles,
  inputOfMark,
  newMark,
} from '../../../src/renderer/media/workflow/workflowMarks.ts'
import type { WorkflowInput } from '../../../src/shared/media/mediaWorkflow.ts'

const base = { title: 'Node', value: 'x' }
const picture: WorkflowInput = { node: '1', input: 'image', ...base, roles: ['image', 'mask'] }
const steps: WorkflowInput = { node: '2', input: 'steps', ...base, roles: ['seed', 'setting'] }

test('an input has one meaning, and a picture can be the mask too', () => {
  const asImage = { node: '1', input: 'image', role: 'image' } as const
  expect(freeRoles(picture, [])).toEqual(['image', 'mask'])
  expect(freeRoles(picture, [asImage])).toEqual(['mask'])
  expect(newMark(picture, [asImage])).toEqual({ ...asImage, role: 'mask' })
  const asSetting = { node: '2', input: 'steps', role: 'setting' } as const
  expect(newMark(steps, [])).toEqual(asSetting)
  expect(freeRoles(steps, [asSetting])).toEqual([])
  expect(newMark(steps, [asSetting])).toBeUndefined()
  expect(inputOfMark([picture, steps], asSetting)).toBe(steps)
  expect(inputOfMark([picture], asSetting)).toBeUndefined()
})
