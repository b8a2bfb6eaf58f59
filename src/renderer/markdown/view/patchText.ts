/** Changes only what differs: a selection in what stays is kept. */
export function patchText(node: Text, text: string): void {
  const before = node.data
  if (before === text) return
  if (text.startsWith(before)) {
    node.appendData(text.slice(before.length))
    return
  }
  const shorter = Math.min(before.length, text.length)
  let same = 0
  while (same < shorter && before.charCodeAt(same) === text.charCodeAt(same)) same += 1
  node.replaceData(same, before.length - same, text.slice(same))
}
