/** Time that the pointer rests on an element before its tooltip appears. */
const delayMilliseconds = 500
/** A tooltip that follows another so soon comes at once. */
const groupMilliseconds = 400

interface TooltipEvents {
  /** Called when an element's tooltip is to be shown, and when what it says has changed. */
  onShow: (element: HTMLElement) => void
  onHide: () => void
}

/**
 * Follows the pointer and the focus over the elements of a document that have a tooltip. Returns a
 * function that ends this.
 */
export function followTooltips(root: Document, { onShow, onHide }: TooltipEvents): () => void {
  /** The element whose tooltip is shown or waited for. */
  let current: HTMLElement | undefined
  /** It was pressed: its tooltip has said enough until the pointer has left it. */
  let pressed: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  /** True while Escape closes a layer: the focus that this gives back shows no tooltip. */
  let isClosing = false
  let hiddenAt = -Infinity

  const leave = (): void => {
    clearTimeout(timer)
    changes.disconnect()
    sight.disconnect()
    current = undefined
    if (!isShown) return
    isShown = false
    hiddenAt = performance.now()
    onHide()
  }

  const show = (element: HTMLElement): void => {
    isShown = true
    onShow(element)
  }

  const reach = (element: HTMLElement | undefined, delay: number): void => {
    if (element === current) return
    leave()
    if (!element) return
    current = element
    changes.observe(element, { attributeFilter: ['data-tooltip'] })
    sight.observe(element)
    if (delay === 0) show(element)
    else timer = setTimeout(() => show(element), delay)
  }

  const changes = new MutationObserver(() => {
    if (!current || !hasTooltip(current)) leave()
    else if (isShown) show(current)
  })
  // An element that leaves the page, or sight, gives no other sign.
  const sight = new IntersectionObserver(([entry]) => {
    if (entry && !entry.isIntersecting) leave()
  })

  const onPointerOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch') return
    const element = elementOf(target)
    if (element !== undefined && element === pressed) return
    pressed = undefined
    const isNext = isShown || performance.now() - hiddenAt < groupMilliseconds
    reach(element, isNext ? 0 : delayMilliseconds)
  }
  const onPress = ({ target }: PointerEvent): void => {
    pressed = elementOf(target)
    leave()
  }
  /** A field may get its tooltip while the user writes in it. */
  const onFocus = ({ target }: { target: EventTarget | null }): void => {
    const element = elementOf(target)
    if (!isClosing && element?.matches(':focus-visible')) reach(element, 0)
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    isClosing = key === 'Escape'
    if (isClosing) leave()
  }

  const ended = new AbortController()
  const options = { signal: ended.signal, capture: true, passive: true }
  root.addEventListener('pointerover', onPointerOver, options)
  root.documentElement.addEventListener('pointerleave', leave, { signal: ended.signal })
  root.addEventListener('pointerdown', onPress, options)
  root.addEventListener('focusin', onFocus, options)
  root.addEventListener('input', (event) => setTimeout(onFocus, 0, event), options)
  root.addEventListener('focusout', leave, options)
  root.addEventListener('keydown', onKey, options)
  root.addEventListener('wheel', leave, options)
  // This may begin after the focus has come.
  onFocus({ target: root.activeElement })
  return () => {
    ended.abort()
    leave()
  }
}

function elementOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const element = target.closest<HTMLElement>('[data-tooltip]')
  return element && hasTooltip(element) ? element : undefined
}

/** Tells whether an element has something to say now. Its width is read only here: it takes a layout. */
function hasTooltip(element: HTMLElement): boolean {
  const { tooltip, tooltipWhenCut } = element.dataset
  if (!tooltip) return false
  if (tooltipWhenCut === undefined) return true
  const { scrollWidth, clientWidth } = element.querySelector('.truncate') ?? element
  return scrollWidth > clientWidth
}
