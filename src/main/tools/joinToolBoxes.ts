import { withTimeout } from '../timeLimit.ts'
import { reservedNames } from './discovery.ts'
import type { Tool, ToolBox } from './tool.ts'

const listMilliseconds = 5000
const safeName = /^[\w-]{1,64}$/

type Log = (message: string, error: unknown) => void

/**
 * Returns one box with the tools of all boxes. A box that fails or takes longer than five seconds
 * contributes none this time. Of two tools with the same name the first counts. A name that a
 * service would refuse is left out. Otherwise the whole request would fail.
 */
export function joinToolBoxes(boxes: readonly ToolBox[], log: Log): ToolBox {
  return {
    async list(scope, signal) {
      const lists = await Promise.all(
        boxes.map((box) =>
          withTimeout(listMilliseconds, signal, async (ending) => box.list(scope, ending)).catch(
            (error: unknown) => {
              if (!signal.aborted) log('Tools could not be listed', error)
              return []
            },
          ),
        ),
      )
      return uniqueTools(lists.flat(), log)
    },
  }
}

function uniqueTools(tools: readonly Tool[], log: Log): Tool[] {
  const unique = new Map<string, Tool>()
  for (const tool of tools) {
    const isFree = !unique.has(tool.name) && !reservedNames.includes(tool.name)
    if (safeName.test(tool.name) && isFree) unique.set(tool.name, tool)
    else log(`A tool was left out for its name: ${tool.name.slice(0, 100)}`, undefined)
  }
  return [...unique.values()]
}
