import { z } from 'zod'
import { maxModelNameLength, maxWorkflowInputs } from '../limits.ts'

/** Meaning of a workflow's input for Parley. */
export const workflowRoles = [
  'prompt',
  'negativePrompt',
  'seed',
  'width',
  'height',
  'count',
  'image',
  'mask',
  /** A field of the form with the server's own name. */
  'setting',
] as const
export type WorkflowRole = (typeof workflowRoles)[number]

/** The longest id of a node and name of an input: both together name a field of the form. */
export const maxWorkflowNameLength = 90
const nameSchema = z.string().min(1).max(maxWorkflowNameLength)
const inputReference = { node: nameSchema, input: nameSchema }

/** The meaning of an input. One input can have several: a picture whose transparency is the mask. */
export const workflowMarkSchema = z.object({ ...inputReference, role: z.enum(workflowRoles) })
export type WorkflowMark = z.infer<typeof workflowMarkSchema>

/** An input of a workflow with a value of its own, which no other node gives it. */
export const workflowInputSchema = z.object({
  ...inputReference,
  /** The node's title in the editor, or its class. */
  title: z.string(),
  /** The value in the workflow, shortened. */
  value: z.string(),
  /** The meanings that fit. */
  roles: z.array(z.enum(workflowRoles)),
})
export type WorkflowInput = z.infer<typeof workflowInputSchema>

/** Settings of a workflow that the user can change. */
const settings = {
  id: z.uuid(),
  name: z.string().trim().min(1).max(maxModelNameLength),
  /** The server's address, such as `http://127.0.0.1:8188`. */
  address: z.string().min(1).max(2000),
  marks: z.array(workflowMarkSchema).max(maxWorkflowInputs),
}
export const workflowSettingsSchema = z.object(settings)
export type WorkflowSettings = z.infer<typeof workflowSettingsSchema>

/** A workflow of ComfyUI that the user has imported. Its id is that of a model. */
export const mediaWorkflowSchema = z.object({ ...settings, inputs: z.array(workflowInputSchema) })
export type MediaWorkflow = z.infer<typeof mediaWorkflowSchema>

/**
 * Why a file is no workflow that can run: `editor` is one in the editor's own format, which lacks
 * what the server needs.
 */
export const workflowProblems = ['editor', 'noJson', 'noWorkflow', 'tooLarge'] as const
export type WorkflowProblem = (typeof workflowProblems)[number]
