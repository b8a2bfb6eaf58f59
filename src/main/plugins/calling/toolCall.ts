import type { CallCourse } from '../../tools/tool.ts'

/** The call of a tool, by the plugin's id and the tool's own name. */
export interface ToolCall {
  pluginId: string
  tool: string
  /** The hash of the tool that the user allowed; undefined for the tester. */
  hash?: string
  /** The arguments as JSON in their canonical form. */
  argumentsText: string
  /** Receives news while the call runs; missing for a call that no model has made. */
  course?: CallCourse | undefined
}
