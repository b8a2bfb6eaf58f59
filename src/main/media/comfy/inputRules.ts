import { isObject } from '../../../shared/json.ts'
import type { WorkflowMark } from '../../../shared/media/mediaWorkflow.ts'
import type { ComfyApi } from './comfyApi.ts'
import type { InputRule, RuleOf } from './comfyForm.ts'
import { nodeOf } from './workflowGraph.ts'
import type { WorkflowGraph } from './workflowGraph.ts'

/** A form is shown without the server's limits rather than late. */
const askMilliseconds = 3000
const maxOptions = 5000

/** Asks the server for the limits and choices of the marked inputs, as far as it answers. */
export async function askRules(
  api: ComfyApi,
  graph: WorkflowGraph,
  { marks, signal }: { marks: readonly WorkflowMark[]; signal: AbortSignal },
): Promise<RuleOf> {
  const classOf = ({ node }: WorkflowMark): string => nodeOf(graph, node)?.class_type ?? ''
  const names = [...new Set(marks.map(classOf))].filter((name) => name !== '')
  const limited = AbortSignal.any([signal, AbortSignal.timeout(askMilliseconds)])
  const told = await Promise.all(
    names.map(async (name) => {
      const path = `/object_info/${encodeURIComponent(name)}`
      const answer = await api.read(path, { signal: limited }).catch(() => undefined)
      return [name, isObject(answer) ? answer[name] : undefined] as const
    }),
  )
  const classes = new Map<string, unknown>(told)
  return (mark) => ruleOf(classes.get(classOf(mark)), mark.input)
}

/** Reads `["INT", {"min": 1}]`, `[["a", "b"]]` and `["COMBO", {"options": ["a", "b"]}]`. */
function ruleOf(node: unknown, name: string): InputRule {
  const input = isObject(node) ? node['input'] : undefined
  if (!isObject(input)) return {}
  for (const group of [input['required'], input['optional']]) {
    const rule = isObject(group) && Object.hasOwn(group, name) ? group[name] : undefined
    if (!Array.isArray(rule)) continue
    const [type, given] = rule as unknown[]
    const limits = isObject(given) ? given : {}
    const listed = Array.isArray(type) ? type : limits['options']
    const options = (Array.isArray(listed) ? listed : []).filter(
      (option) => typeof option === 'string',
    )
    return {
      ...(options.length > 0 && { options: options.slice(0, maxOptions) }),
      ...numberOf('minimum', limits['min']),
      ...numberOf('maximum', limits['max']),
      ...numberOf('step', limits['step']),
      ...((type === 'INT' || type === 'FLOAT') && { integer: type === 'INT' }),
    }
  }
  return {}
}

function numberOf(name: 'minimum' | 'maximum' | 'step', value: unknown): InputRule {
  return typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {}
}
