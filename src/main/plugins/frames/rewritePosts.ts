const method = 'postMessage'
/** Longest receiver of `postMessage` that is recognized, in characters. */
const maxReceiverLength = 200
/** A name, or names joined by dots, that nothing else stands directly before. */
const receiver = /(?<![\w$.\])])((?:[\w$]+\s*\??\.\s*)*[\w$]+)\s*\??\.\s*$/
const opening = /\s*(?:\?\.\s*)?\(/y
/** These post to their own scope, and `super` is no value. */
const own = new Set(['self', 'globalThis', 'window', 'super'])
/**
 * In a worker there is no `parleyPost`, so it is made there. It begins with a name: after a line
 * without a semicolon a bracket would call that line.
 */
const post =
  "globalThis[(globalThis.parleyPost??=(to,...given)=>to?.postMessage(...given),'parleyPost')]("

/**
 * Makes each call of `postMessage` in scripts one of `parleyPost`, which carries what is for the
 * window to main (preload's carryMessages.ts): no script can replace `top` itself. A receiver that
 * is not made of names stays as it is.
 */
export function rewritePosts(text: string): string {
  let rewritten = ''
  let done = 0
  for (let at = text.indexOf(method); at >= 0; at = text.indexOf(method, at + 1)) {
    opening.lastIndex = at + method.length
    const found = receiver.exec(text.slice(Math.max(done, at - maxReceiverLength), at))
    const name = found?.[1]
    if (!found || name === undefined || own.has(name) || !opening.test(text)) continue
    rewritten += `${text.slice(done, at - found[0].length)}${post}${name},`
    done = opening.lastIndex
  }
  return done === 0 ? text : rewritten + text.slice(done)
}
