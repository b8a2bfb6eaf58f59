import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { FrontApp } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'

interface SwayNode {
  id: number
  focused: boolean
  pid?: number | undefined
  app_id?: string | null | undefined
  window_properties?: { class?: string | undefined } | null | undefined
  nodes: SwayNode[]
  floating_nodes: SwayNode[]
}
const swayNode: z.ZodType<SwayNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    focused: z.boolean(),
    pid: z.number().optional(),
    app_id: z.string().nullish(),
    window_properties: z.object({ class: z.string().optional() }).nullish(),
    nodes: z.array(swayNode).default([]),
    floating_nodes: z.array(swayNode).default([]),
  }),
)
const hyprlandWindow = z.object({ address: z.string(), class: z.string(), pid: z.number() })

/**
 * Returns the window in front from compositors that tell it (sway, Hyprland); of others an app of
 * which nothing is known. Null if no window has the focus.
 */
export async function waylandFront(
  env: NodeJS.ProcessEnv = process.env,
  run = runProgram,
): Promise<FrontApp | null> {
  const unknown = { id: '' }
  try {
    if (env['SWAYSOCK']) return ofSway(await run('swaymsg', ['-t', 'get_tree', '-r']))
    if (env['HYPRLAND_INSTANCE_SIGNATURE']) {
      return ofHyprland(await run('hyprctl', ['activewindow', '-j']))
    }
  } catch {
    return unknown
  }
  return unknown
}

function focusedNode(node: SwayNode): SwayNode | undefined {
  if (node.focused) return node
  for (const child of [...node.nodes, ...node.floating_nodes]) {
    const found = focusedNode(child)
    if (found) return found
  }
  return undefined
}

function ofSway(answer: string): FrontApp | null {
  const node = focusedNode(swayNode.parse(parseJson(answer)))
  const id = node?.app_id ?? node?.window_properties?.class
  // A focused workspace without a window has neither.
  if (!node || id === undefined) return null
  const { pid } = node
  return { id: id.toLowerCase(), window: String(node.id), ...(pid !== undefined && { pid }) }
}

/** Without a window the answer is empty. */
function ofHyprland(answer: string): FrontApp | null {
  const { data } = hyprlandWindow.safeParse(parseJson(answer))
  return data ? { id: data.class.toLowerCase(), window: data.address, pid: data.pid } : null
}
