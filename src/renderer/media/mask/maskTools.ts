import { Brush, Eraser, Expand, Lasso, SquareDashed } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** Tools for the pointer, in the order shown, with the key that chooses each. */
export const maskTools = [
  { tool: 'brush', key: 'b', icon: Brush },
  { tool: 'eraser', key: 'e', icon: Eraser },
  { tool: 'rectangle', key: 'r', icon: SquareDashed },
  { tool: 'lasso', key: 'l', icon: Lasso },
  { tool: 'frame', key: 'f', icon: Expand },
] as const satisfies readonly { tool: string; key: string; icon: LucideIcon }[]

export type MaskTool = (typeof maskTools)[number]['tool']
