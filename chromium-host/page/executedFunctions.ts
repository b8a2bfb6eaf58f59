import { Script } from 'node:vm'

function isWhole(text: string): boolean {
  try {
    new Script(`(${text}\n)`)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the text of a function declaration: the shortest that compiles. A brace that begins a
 * line is tried first, because each try takes time and the first window waits for it.
 */
function declarationOf(name: string, script: string): string | undefined {
  const literal = name.replaceAll('$', String.raw`\$`)
  const start = script.search(new RegExp(String.raw`(?:async\s+)?\bfunction\s+${literal}\s*\(`))
  if (start < 0) return undefined
  for (const brace of ['\n}', '}']) {
    for (let at = script.indexOf(brace, start); at >= 0; at = script.indexOf(brace, at + 1)) {
      const text = script.slice(start, at + brace.length)
      if (isWhole(text)) return text
    }
  }
  return undefined
}

/**
 * Returns the source texts of the declared functions that a preload script names in
 * `contextBridge.executeInMainWorld({ func: name })`. The main world compiles them in advance,
 * because a page's policy may forbid to compile text there.
 */
export function executedFunctions(preload: string): string[] {
  const names = [...preload.matchAll(/\bexecuteInMainWorld\(\{\s*func:\s*([\w$]+)/g)]
  const texts = names.map(([, name]) => declarationOf(name!, preload))
  return [...new Set(texts.filter((text) => text !== undefined))]
}
