import * as pdfjs from 'pdfjs-dist'
// oxlint-disable import/default -- the bundler gives the addresses of these files
import rendererAddress from 'pdfjs-dist/build/pdf.renderer.min.mjs?url'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import {
  EventBus,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { Located, Rectangle } from '../../../shared/knowledge/passagePlace.ts'
import type { FindCount, FindDirection } from './FindField.tsx'
import { PdfFiles } from './pdfFiles.ts'
import { readOutline, type OutlineEntry } from './pdfOutline.ts'
import './pdf.css'

export type PagePlaces = Extract<Located, { place: unknown }>['rectangles']

interface PdfOptions {
  /** The scroll box, which must be positioned absolutely, and its only child. */
  container: HTMLDivElement
  content: HTMLDivElement
  address: string
  citedLabel: string
  pageLabel: (page: number) => string
  onPage: (page: number) => void
  onScale: (scale: number) => void
  onFound: (count: FindCount) => void
}

export interface OpenPdf {
  pages: number
  /** The document's own table of contents; empty if it has none. */
  outline: readonly OutlineEntry[]
  openEntry: (entry: OutlineEntry) => void
  goTo: (page: number) => void
  /** Paints the rectangles, and shows the first of them; without any, the page. */
  showPassage: (page: number, places: PagePlaces) => Promise<void>
  zoom: (steps: 1 | -1) => void
  fitWidth: () => void
  /** Marks all matches, and shows the next or the previous one. */
  find: (query: string, direction: FindDirection) => void
  close: () => void
}

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress
pdfjs.GlobalWorkerOptions.rendererSrc = rendererAddress

/** Draws what the document holds, but offers nothing to fill in. */
const annotationMode = pdfjs.AnnotationMode.ENABLE
/** The least room above a passage, in points. */
const minRoomAbove = 60

/**
 * Opens a PDF document in a scroll box. Only what is shown of the file is read, and only pages near
 * the view are drawn. Nothing in it runs, and nothing leaves this computer. Throws what pdfjs throws
 * if it can't be read.
 */
export async function openPdf(options: PdfOptions): Promise<OpenPdf> {
  const { container, content, address } = options
  const closing = new AbortController()
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({ eventBus })
  const findController = new PDFFindController({ linkService, eventBus })
  const viewer = new PDFViewer({
    container,
    viewer: content,
    eventBus,
    linkService,
    findController,
    l10n: silent as never,
    annotationMode,
    enableAutoLinking: false,
    enableSelectionRendering: false,
    abortSignal: closing.signal,
  } as ConstructorParameters<typeof PDFViewer>[0])
  linkService.setViewer(viewer)
  const loading = pdfjs.getDocument({
    url: new URL(address, document.baseURI).href,
    BinaryDataFactory: PdfFiles,
    useWorkerFetch: false,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: 'wasm/',
    enableXfa: false,
    disableStream: true,
    disableAutoFetch: true,
    stopAtErrors: false,
  })
  const close = (): void => {
    closing.abort()
    viewer.setDocument(null)
    linkService.setDocument(null)
    void loading.destroy()
  }
  let cited: PagePlaces = []
  const paint = (page: number): void => {
    const view = viewer.getPageView(page - 1) as PageView | undefined
    const places = cited.find((one) => one.page === page)
    view?.div.querySelector(':scope > .cited-passage')?.remove()
    if (!view || !places) return
    const { width, height } = view.viewport.clone({ scale: 1 })
    view.div.append(drawLines(places.lines, width, height, options.citedLabel))
  }
  try {
    const pdf = await loading.promise
    const ready = new Promise<void>((resolve) => eventBus.on('pagesinit', () => resolve()))
    eventBus.on(
      'pagerendered',
      ({ pageNumber, source }: { pageNumber: number; source: PageView }) => {
        source.div.setAttribute('aria-label', options.pageLabel(pageNumber))
        paint(pageNumber)
      },
    )
    eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
      options.onPage(pageNumber),
    )
    eventBus.on('scalechanging', ({ scale }: { scale: number }) => options.onScale(scale))
    eventBus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: FindCount }) =>
      options.onFound(matchesCount),
    )
    eventBus.on('updatefindcontrolstate', ({ matchesCount }: { matchesCount: FindCount }) =>
      options.onFound(matchesCount),
    )
    viewer.setDocument(pdf)
    linkService.setDocument(pdf, null)
    const [outline] = await Promise.all([readOutline(pdf), ready])
    const fitWidth = (): void => {
      viewer.currentScaleValue = 'page-width'
    }
    fitWidth()
    const resizing = new ResizeObserver(() => {
      if (viewer.currentScaleValue === 'page-width') fitWidth()
      else viewer.update()
    })
    resizing.observe(container)
    closing.signal.addEventListener('abort', () => resizing.disconnect())
    return {
      pages: pdf.numPages,
      outline,
      openEntry: ({ destination }) => void linkService.goToDestination(destination as string),
      goTo: (page) => viewer.scrollPageIntoView({ pageNumber: page }),
      async showPassage(page, places) {
        const before = cited
        cited = places
        for (const one of [...before, ...places]) paint(one.page)
        const [first] = places
        const line = first?.lines[0]
        if (!first || !line) {
          viewer.scrollPageIntoView({ pageNumber: page })
          return
        }
        const viewport = (await pdf.getPage(first.page)).getViewport({ scale: 1 })
        const points = container.clientHeight / pdfjs.PixelsPerInch.PDF_TO_CSS_UNITS
        const top = line.y - roomAbove(first.lines, points / viewer.currentScale)
        const [x, y] = viewport.convertToPdfPoint(line.x, Math.max(0, top)) as [number, number]
        viewer.scrollPageIntoView({
          pageNumber: first.page,
          destArray: [null, { name: 'XYZ' }, x, y, null],
          allowNegativeOffset: true,
        })
      },
      zoom: (steps) =>
        steps > 0 ? viewer.increaseScale({ steps: 1 }) : viewer.decreaseScale({ steps: 1 }),
      fitWidth,
      find(query, direction) {
        eventBus.dispatch('find', {
          source: viewer,
          type: direction === 'first' ? '' : 'again',
          query,
          caseSensitive: false,
          entireWord: false,
          matchDiacritics: false,
          highlightAll: true,
          findPrevious: direction === 'previous',
        })
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Returns the room above a passage that brings it to the middle of the view, so that the tools name
 * its page and not the next one.
 */
function roomAbove(lines: readonly Rectangle[], viewHeight: number): number {
  const top = Math.min(...lines.map(({ y }) => y))
  const bottom = Math.max(...lines.map(({ y, height }) => y + height))
  return Math.max(minRoomAbove, (viewHeight - (bottom - top)) / 2)
}

interface PageView {
  div: HTMLDivElement
  viewport: { clone: (options: { scale: number }) => { width: number; height: number } }
}

/** Returns the painted lines of a passage, in parts of the page, so that they grow with it. */
function drawLines(
  lines: readonly Rectangle[],
  width: number,
  height: number,
  label: string,
): HTMLElement {
  const group = document.createElement('div')
  group.className = 'cited-passage'
  group.setAttribute('role', 'img')
  group.setAttribute('aria-label', label)
  for (const line of lines) {
    const painted = document.createElement('div')
    // Text that a model read on a picture has no place on its page, so the whole page is marked.
    painted.classList.toggle('whole-page', line.width >= width && line.height >= height)
    painted.style.left = percent(line.x / width)
    painted.style.top = percent(line.y / height)
    painted.style.width = percent(line.width / width)
    painted.style.height = percent(line.height / height)
    group.append(painted)
  }
  return group
}

function percent(part: number): string {
  return `${String(part * 100)}%`
}

/** pdfjs has texts for forms and drawings, none of which is shown. */
const silent = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => undefined,
  translateOnce: async () => undefined,
  destroy: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
}
