import './diagram.css'
import { drawLater } from '../../drawnLater.ts'
import type { MarkdownHost } from '../../host.ts'
import type { CodeBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createCodeButton, setCodeIcon } from '../code/codeButton.ts'
import { createCodeView } from '../code/codeView.ts'
import { createElement } from '../createElement.ts'
import { makeSwitchable } from '../kept/switchable.ts'
import { createDiagramNote } from './createDiagramNote.ts'
import { createRequest } from './createRequest.ts'
import { sizeOf } from './diagramSize.ts'
import { drawnSize, rememberSize } from './drawnSizes.ts'
import { estimateSize } from './estimateSize.ts'
import { pagePixels } from './drawing.ts'
import { renderDiagram } from './renderDiagram.ts'
import { watchLook } from './watchLook.ts'

/**
 * Creates a view of a diagram. It shows the source while it is written, if it can't be drawn, or
 * when the reader wants it; a large diagram is drawn on request. The drawing is a picture with an
 * address of its own: nothing in it can run, follow a link or fetch anything.
 */
export function createDiagramView(host: MarkdownHost): BlockView<CodeBlock> {
  const { labels } = host
  const element = createElement('div', 'diagram')
  const code = createCodeView(host)
  const picture = createElement('img', 'diagram-picture')
  const frame = createElement('div', 'diagram-frame')
  frame.append(picture)
  let note: HTMLElement | undefined
  const isSource = (): boolean => element.classList.contains('diagram-source')
  const setSource = (shown: boolean): void => {
    element.classList.toggle('diagram-source', shown)
    toggle.ariaLabel = shown ? labels.showDiagram : labels.showSource
    toggle.title = toggle.ariaLabel
    setCodeIcon(toggle, shown ? 'diagram' : 'source')
  }
  const toggle = createCodeButton('source', labels.showSource, () => {
    setSource(!isSource())
    announce()
  })
  const draw = createElement('button', 'diagram-draw')
  draw.type = 'button'
  draw.append(labels.drawDiagram)
  draw.addEventListener('click', () => {
    start()
    announce()
  })
  let drawing = ''
  const save = createCodeButton('save', labels.saveDiagram, () => {
    host.saveFile('diagram.svg', drawing)
  })
  save.classList.add('diagram-save')
  const tools = createElement('div', 'diagram-tools')
  tools.append(save, toggle)
  element.append(code.element)

  const scheme = matchMedia('(prefers-color-scheme: dark)')
  let source = ''
  let isDrawing = false
  let isOutdated = false
  let unwatch: (() => void) | undefined
  let isDestroyed = false
  let isAskedFor = false
  const announce = makeSwitchable(element, {
    state: () => (isAskedFor ? 'drawn ' : '') + (isSource() ? 'source ' : ''),
    restore: (state) => {
      if (state.includes('source')) setSource(true)
      if (!state.includes('drawn')) return
      wait()
      start()
    },
  })

  const keepSize = (): void => {
    const { naturalWidth: width, naturalHeight: height } = picture
    const scale = parseFloat(getComputedStyle(element).fontSize) / pagePixels
    if (width > 0 && height > 0 && scale > 0) {
      rememberSize(source, { width: width / scale, height: height / scale })
    }
  }
  const keepReadable = (width: string): void => picture.style.setProperty('--drawn-width', width)
  /** Keeps the room of a drawing that is on its way, in place of its source. */
  const wait = (): void => {
    const size = drawnSize(source) ?? estimateSize(source)
    // The text may have another size than when it was drawn last.
    const width = `${size.width / pagePixels}em`
    picture.style.inlineSize = width
    keepReadable(width)
    picture.style.aspectRatio = `${size.width} / ${size.height}`
    element.classList.add('diagram-waiting')
    element.prepend(frame)
    // It would move what is below when it goes.
    draw.remove()
  }
  const stopWaiting = (): void => {
    picture.style.inlineSize = ''
    picture.style.aspectRatio = ''
    if (element.classList.contains('diagram-waiting')) frame.remove()
    element.classList.remove('diagram-waiting')
  }

  const show = (): void => {
    isDrawing = true
    const wanted = source
    const isDark = scheme.matches
    const request = createRequest(element, wanted, isDark)
    const drawn = request.then(renderDiagram).then(
      async (svg) => {
        if (isDestroyed || wanted !== source) return
        drawing = svg
        stopWaiting()
        keepReadable(`${/ width="(\d+)"/.exec(svg)?.[1] ?? 0}px`)
        picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
        picture.toggleAttribute('data-dark', isDark)
        picture.alt = `${labels.diagram}: ${firstStatement(wanted)}`
        element.classList.add('diagram-drawn')
        const hadFocus = document.activeElement === draw
        element.prepend(tools, frame)
        note?.remove()
        draw.remove()
        if (hadFocus) toggle.focus({ preventScroll: true })
        // Its size is known once it has been read, which a picture of text is in no time.
        await picture.decode().then(keepSize, () => undefined)
      },
      (error: unknown) => {
        console.warn('A diagram could not be drawn', error)
        if (isDestroyed || wanted !== source) return
        stopWaiting()
        draw.remove()
        note?.remove()
        note = createDiagramNote(wanted, error, host)
        element.append(note)
      },
    )
    void drawLater(
      drawn.finally(() => {
        isDrawing = false
        if (isOutdated && !isDestroyed) redraw()
      }),
    )
  }
  /** While the text size is being dragged, only the last one is drawn. */
  const redraw = (): void => {
    isOutdated = isDrawing
    if (!isDrawing) show()
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      unwatch = watchLook(redraw)
      show()
    },
    { rootMargin: '600px' },
  )
  const start = (): void => {
    isAskedFor = true
    // It keeps the focus until there is something else to press.
    draw.ariaDisabled = 'true'
    observer.observe(element)
  }

  return {
    element,
    update: (block, growing) => {
      code.update(block, growing)
      if (!block.closed || source !== '') return
      source = block.lines.join('\n')
      if (source.trim() === '') return
      const size = sizeOf(source)
      if (size === 'small' || isAskedFor) {
        wait()
        observer.observe(element)
      } else if (size === 'large') element.append(draw)
    },
    destroy: () => {
      isDestroyed = true
      observer.disconnect()
      unwatch?.()
      code.destroy()
    },
  }
}

/** Returns the title or the kind of a diagram, which follows its settings and comments. */
function firstStatement(source: string): string {
  return /^\s*([a-z].*)$/im.exec(source)?.[1] ?? ''
}
