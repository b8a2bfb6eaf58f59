/**
 * Returns a function that gives each document a name valid for the API: ASCII letters and digits,
 * hyphens, parentheses, square brackets and single spaces. Names are unique within a conversation.
 */
export function createDocumentNames(): (fileName: string) => string {
  const taken = new Set<string>()
  return (fileName) => {
    const plain = plainName(fileName)
    let name = plain
    for (let count = 2; taken.has(name); count += 1) name = `${plain} (${String(count)})`
    taken.add(name)
    return name
  }
}

const maxLength = 100

function plainName(fileName: string): string {
  const stem = fileName.replace(/\.[^.]{1,8}$/, '')
  const allowed = stem.replace(/[^A-Za-z0-9()[\] -]+/g, ' ').replace(/ {2,}/g, ' ')
  return allowed.slice(0, maxLength).trim() || 'Document'
}
