/**
 * Quotes the labels of a flow chart that the library would take for shapes: models write
 * `A[Pellets (UO2)]` and `-->|run() ends|` bare. Returns the source unchanged if it is none, or if
 * nothing is to be quoted.
 */
export function mendFlowchart(source: string): string {
  const lines = source.split('\n')
  const first = lines.findIndex((line) => /^\s*(?:flowchart|graph)\b/.test(line))
  if (first < 0) return source
  return lines.map((line, index) => (index <= first ? line : mendLine(line))).join('\n')
}

const comment = /^\s*%%/
const definition = /^\s*(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/
const subgraph = /^(\s*subgraph\s+)(\S.*)$/
/** A node of the name `end`, which otherwise ends a subgraph. */
const endNode = /(^|[\s>|&])end(?:([[({])|(?=\s*(?:$|[-=.<&;]|:::)))/g

function mendLine(line: string): string {
  if (comment.test(line) || definition.test(line) || /^\s*end\s*;?\s*$/.test(line)) return line
  const [, keyword, title] = subgraph.exec(line) ?? []
  if (keyword !== undefined && title !== undefined && /^[^[\]"]*[(){}][^[\]"]*$/.test(title)) {
    return `${keyword}${quote(title.trim())}`
  }
  return mendNodes(mendEdgeLabels(line)).replaceAll(endNode, (_, before: string, shape?: string) =>
    shape === undefined ? `${before}end_["end"]` : `${before}end_${shape}`,
  )
}

function mendEdgeLabels(line: string): string {
  return line.replaceAll(/(--[->xo]|==[=>xo]|\.->?|---)(\s*)\|([^|"]*)\|/g, (whole, ...parts) => {
    const [arrow, blank, label] = parts.map(String)
    return needsQuotes(label ?? '') ? `${arrow}${blank}|${quote(label ?? '')}|` : whole
  })
}

/** Node shapes by their marks, those of two marks first. */
const shapes: readonly (readonly [start: string, end: string])[] = [
  ['(((', ')))'],
  ['((', '))'],
  ['([', '])'],
  ['[[', ']]'],
  ['[(', ')]'],
  ['[/', '/]'],
  ['[/', '\\]'],
  ['[\\', '\\]'],
  ['[\\', '/]'],
  ['{{', '}}'],
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['>', ']'],
]
/** Matches behind a node: the end of the line, an arrow, another node, a class. */
const behindNode = /^\s*(?:$|;|&|:::|<?-[-.]|<?==|~~~|[xo]--)/

function mendNodes(line: string): string {
  let mended = ''
  let rest = line
  for (let found = nodeStart(rest); found !== undefined; found = nodeStart(rest)) {
    const node = readNode(rest.slice(found))
    mended += rest.slice(0, found)
    rest = rest.slice(found)
    if (node) {
      mended += needsQuotes(node.label)
        ? `${node.start}${quote(node.label)}${node.end}`
        : node.whole
      rest = rest.slice(node.whole.length)
    } else {
      mended += rest.charAt(0)
      rest = rest.slice(1)
    }
  }
  return mended + rest
}

/** Returns the index of the mark behind the next node's name. */
function nodeStart(text: string): number | undefined {
  const found = /[\p{L}\p{N}_](?=[[({>])/u.exec(text)
  return found ? found.index + found[0].length : undefined
}

interface FlowNode {
  whole: string
  start: string
  end: string
  label: string
}

/** Reads a node's shape and label: to the first end mark that something other than text follows. */
function readNode(text: string): FlowNode | undefined {
  for (const [start, end] of shapes) {
    if (!text.startsWith(start)) continue
    let at = text.indexOf(end, start.length)
    for (; at >= 0; at = text.indexOf(end, at + 1)) {
      const stop = at + end.length
      if (!behindNode.test(text.slice(stop))) continue
      const label = text.slice(start.length, at)
      if (start.length > 1 && !isShape(start, label)) break
      return { whole: text.slice(0, stop), start, end, label }
    }
  }
  return undefined
}

/** `[/clean/ /status/]` is a box with a path in it, and `[(a) or (b)]` one with words. */
function isShape(start: string, label: string): boolean {
  const inner = start.at(-1) ?? ''
  if (inner === '/' || inner === '\\') return !label.includes(inner)
  const closing = { '(': ')', '[': ']', '{': '}' }[inner] ?? ''
  return !label.includes(closing)
}

function needsQuotes(label: string): boolean {
  const text = label.trim()
  if (/^"[^"]*"$/.test(text) || /^"`[^]*`"$/.test(text)) return false
  return /[[\](){}"|<>/\\@#;]/.test(text.replaceAll(/<br\s*\/?>/gi, ''))
}

function quote(label: string): string {
  return `"${label.trim().replaceAll('"', '#quot;')}"`
}
