import type { CallCourse } from '../../tools/tool.ts'

/** The call of a tool, by the plugin's id and the tool's own name. */
export interface ToolCall {
  pluginId: string
  tool: string
  /** The hash of the tool that the user allowed; undefined for the tester. */
  hash?: string
  /** The arguments as JSON in their canonical form. */
  argumentsText: string
  /** What the call tells while it runs; missing for one that is not a model's. */
  course?: CallCourse | undefined
}
