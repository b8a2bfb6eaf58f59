import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A heading of a PDF's own table of contents. */
export interface OutlineEntry {
  title: string
  /** The title of the heading above it; undefined for an outermost one. */
  parent: string | undefined
  /** The place as pdfjs knows it: a name, or a page with a position. */
  destination: string | unknown[]
}

type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

const entriesMaximum = 2000

/** Returns the headings that lead somewhere in the document, in order. */
export async function readOutline(
  pdf: Pick<PDFDocumentProxy, 'getOutline'>,
): Promise<OutlineEntry[]> {
  // Old documents have none; a damaged one costs nothing else.
  const roots = await pdf.getOutline().catch(() => null)
  const entries: OutlineEntry[] = []
  const rest = (roots ?? []).map((node) => ({ node, parent: undefined as string | undefined }))
  while (entries.length < entriesMaximum) {
    const next = rest.shift()
    if (!next) break
    const { node, parent } = next
    const title = node.title.replaceAll(/\s+/g, ' ').trim()
    if (node.dest && title !== '') entries.push({ title, parent, destination: node.dest })
    rest.unshift(...node.items.map((child: Node) => ({ node: child, parent: title })))
  }
  return entries
}
