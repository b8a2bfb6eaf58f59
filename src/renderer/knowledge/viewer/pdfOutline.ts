/** A heading of a PDF's own table of contents. */
export interface OutlineEntry {
  title: string
  /** The title of the heading above it; undefined for an outermost one. */
  parent: string | undefined
  /** The place as pdfjs knows it: a name, or a page with a position. */
  destination: string | unknown[]
}

/** A heading as pdfjs gives it. */
export interface OutlineNode {
  title: string
  dest: string | unknown[] | null
  items: OutlineNode[]
}

/** The headings on one level that are still to come. */
interface Level {
  nodes: Iterator<OutlineNode, undefined>
  parent: string | undefined
}

const maxEntries = 2000

/** Returns the headings that lead somewhere in the document, in order. */
export async function readOutline(pdf: {
  getOutline: () => Promise<OutlineNode[] | null>
}): Promise<OutlineEntry[]> {
  // Old documents have none; a damaged one costs nothing else.
  const roots = await pdf.getOutline().catch(() => null)
  const entries: OutlineEntry[] = []
  const levels: Level[] = [{ nodes: (roots ?? []).values(), parent: undefined }]
  while (entries.length < maxEntries) {
    const level = levels.at(-1)
    if (!level) break
    const { value: node } = level.nodes.next()
    if (!node) {
      levels.pop()
      continue
    }
    const title = node.title.replaceAll(/\s+/g, ' ').trim()
    const { parent } = level
    if (node.dest && title !== '') entries.push({ title, parent, destination: node.dest })
    levels.push({ nodes: node.items.values(), parent: title })
  }
  return entries
}
