/** A message of services that put calls and results of tools into the turns' blocks. */
export interface Message<Block> {
  role: 'user' | 'assistant'
  content: Block[]
}

/** Reads and makes a service's blocks. */
export interface ToolBlocks<Block> {
  /** Returns the id of a call; undefined for any other block. */
  toolCallIdOf: (block: Block) => string | undefined
  /** Returns the id of the call that a result answers; undefined for any other block. */
  answeredIdOf: (block: Block) => string | undefined
  toNotRun: (id: string) => Block
}

/** The result of a call without one, such as in an interrupted turn. */
export const notRunText = 'The tool was not run.'

/** Appends blocks so that roles alternate: a message of the same role receives them. */
export function addBlocks<Block>(
  messages: Message<Block>[],
  role: Message<Block>['role'],
  blocks: readonly Block[],
): void {
  if (blocks.length === 0) return
  const last = messages.at(-1)
  if (last?.role === role) last.content.push(...blocks)
  else messages.push({ role, content: [...blocks] })
}

/**
 * Adds a result that says so to each call without one, and drops results without a call: the
 * services refuse both. Puts results before other blocks.
 */
export function answerToolCalls<Block>(
  messages: readonly Message<Block>[],
  { toolCallIdOf, answeredIdOf, toNotRun }: ToolBlocks<Block>,
): Message<Block>[] {
  const answered: Message<Block>[] = []
  let open: string[] = []
  for (const { role, content } of messages) {
    const kept = content.filter((block) => isAmong(open, answeredIdOf(block)))
    const rest = content.filter((block) => answeredIdOf(block) === undefined)
    const given = new Set(kept.map(answeredIdOf))
    const missing = open.filter((id) => !given.has(id))
    addBlocks(answered, 'user', [...kept, ...missing.map(toNotRun)])
    addBlocks(answered, role, rest)
    open = rest.flatMap((block) => toolCallIdOf(block) ?? [])
  }
  addBlocks(answered, 'user', open.map(toNotRun))
  return answered
}

function isAmong(ids: readonly string[], id: string | undefined): boolean {
  return id !== undefined && ids.includes(id)
}

/** Replaces characters of other services' ids that the services refuse. */
export function toToolCallId(id: string, maxLength = Infinity): string {
  return id.replaceAll(/[^\w-]/g, '_').slice(-maxLength) || '_'
}

/** Trims the end of an answer to be continued: the services refuse trailing white space. */
export function trimEnd(messages: readonly Message<object>[]): void {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  if (last?.role !== 'assistant' || !block || !('text' in block)) return
  if (typeof block.text === 'string') block.text = block.text.trimEnd()
}
