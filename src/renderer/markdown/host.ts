import type { AlertKind } from './syntax/tree.ts'

/** The app around the component; all texts are in the reader's language. */
export interface MarkdownHost {
  labels: MarkdownLabels
  /** Opens an address that has passed `safeAddress`. */
  openLink: (address: string) => void
  /** Shows a document that stands in the text beside it. Missing where there is no room for one. */
  openPreview?: ((shown: PreviewedCode) => void) | undefined
  /** Resolves to whether it was possible. */
  copyText: (text: string) => Promise<boolean>
  /** Offers the text as a file. */
  saveFile: (name: string, text: string) => void
  /** Returns the address of a picture that needs no asking; undefined for any other. */
  ownImage: (source: string) => string | undefined
  /** Fetches a remote picture that the reader wants to see; resolves to an address of our own. */
  loadImage: (address: string) => Promise<string>
  /** Shows a source. `anchor` is the element that the reader pressed. */
  openSource: (number: number, anchor: HTMLElement) => void
  formatNumber: (number: number) => string
  /** Prepares the question how to mend a diagram. Left out where no model can be asked. */
  askToFix?: ((source: string, problem: string) => void) | undefined
}

/** A block of code that is a document. */
export interface PreviewedCode {
  kind: 'html' | 'svg' | 'markdown'
  /** The name that it has as a file. */
  fileName: string
  text: string
}

export interface MarkdownLabels {
  /** The name of a block of code in no known language. */
  code: string
  copyCode: string
  copied: string
  copyFailed: string
  wrapLines: string
  saveCode: string
  previewCode: string
  /** Returns the label of the button that shows this many more lines. */
  showAllLines: (hidden: number) => string
  showFewerLines: string
  showDiagram: string
  showSource: string
  saveDiagram: string
  /** The label of the button that draws a large diagram. */
  drawDiagram: string
  diagram: string
  diagramFailed: string
  /** Returns the same with the line that is wrong, counted from 1. */
  diagramFailedAt: (line: number) => string
  askToFix: string
  formula: string
  /** The note at a formula that is shown as its source because it would take too long to draw. */
  formulaTooLarge: string
  table: string
  image: string
  /** Returns the label of the button that loads a picture from this host. */
  loadImage: (host: string) => string
  imageLoading: string
  imageFailed: string
  enlargeImage: string
  taskOpen: string
  taskDone: string
  /** Returns what a screen reader says for the `[n]` of a source with this name. */
  openSource: (number: number, name: string) => string
  footnotes: string
  footnote: (number: number) => string
  closeFootnote: string
  /** The summary of a `<details>` that has none. */
  details: string
  /** The sentence at a text that an error has kept from being shown as Markdown. */
  textFailed: string
  tryAgain: string
  alerts: Record<AlertKind, string>
}
