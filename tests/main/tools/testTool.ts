import type { Tool, ToolBox, ToolResult } from '../../../src/main/tools/tool.ts'

/** Returns a tool that only reads and asks nobody, except as given. */
export function testTool(given: Partial<Tool> & Pick<Tool, 'name'>): Tool {
  return {
    title: `The ${given.name}`,
    description: `Is a ${given.name}`,
    parameters: { type: 'object', properties: {} },
    effect: 'read',
    consent: () => ({ ask: 'never' }),
    run: () => Promise.resolve(said('done')),
    ...given,
  }
}

export function boxOf(...tools: Tool[]): ToolBox {
  return { list: () => Promise.resolve(tools) }
}

export function said(text: string): ToolResult {
  return { parts: [{ type: 'text', text }] }
}
