import './image.css'
import type { MarkdownHost } from '../../host.ts'
import { safeAddress } from '../../safeAddress.ts'
import { createElement } from '../createElement.ts'
import { createIcon } from '../createIcon.ts'
import { makeSwitchable } from '../kept/switchable.ts'
import { openPicture } from './openPicture.ts'

interface ImageSource {
  source: string
  title: string
  alternative: string
  /** A press on it opens the link that it stands in. */
  isLinked?: boolean
}

const dataAddress = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i
const enlargeIcon = 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7'
const maxDataLength = 2_800_000

/**
 * Creates a picture. Parley's own are shown at once. One from elsewhere waits for the reader,
 * because the request tells its server who reads what.
 */
export function createImage(image: ImageSource, host: MarkdownHost): HTMLElement {
  const own = host.ownImage(image.source) ?? dataImage(image.source)
  if (own !== undefined) {
    if (image.isLinked) return createPicture(own, image)
    const place = createElement('span', 'image-place')
    showPicture(place, own, image, host)
    return place
  }
  const address = safeAddress(image.source)
  if (address === undefined || !/^https?:/.test(address)) return createNamed(image, host)
  return createLoader(image, address, host)
}

function dataImage(source: string): string | undefined {
  return source.length <= maxDataLength && dataAddress.test(source) ? source : undefined
}

function createPicture(address: string, { alternative, title }: ImageSource): HTMLImageElement {
  const element = createElement('img', 'picture')
  element.alt = alternative
  if (title) element.title = title
  element.decoding = 'async'
  element.loading = 'lazy'
  element.src = address
  return element
}

function showPicture(
  place: HTMLElement,
  address: string,
  image: ImageSource,
  host: MarkdownHost,
): void {
  const picture = createPicture(address, image)
  if (image.isLinked) {
    place.replaceChildren(picture)
    return
  }
  const button = createElement('button', 'picture-enlarge')
  button.type = 'button'
  button.ariaLabel = host.labels.enlargeImage
  button.title = host.labels.enlargeImage
  button.append(createIcon(enlargeIcon))
  for (const pressed of [picture, button]) {
    pressed.addEventListener('click', () => openPicture(picture, button, host))
  }
  place.replaceChildren(picture, button)
}

function createNamed({ alternative }: ImageSource, { labels }: MarkdownHost): HTMLElement {
  const element = createElement('span', 'remote-image')
  element.append(alternative || labels.image)
  return element
}

/** Creates the button that loads the picture. It returns when the picture can't be shown. */
function createLoader(image: ImageSource, address: string, host: MarkdownHost): HTMLElement {
  const { labels } = host
  const place = createElement('span', 'image-place')
  place.dataset['address'] = address
  const { button, action } = createLoadButton(image, address, host)
  let loaded = ''
  const announce = makeSwitchable(place, { state: () => loaded, restore: (own) => show(own) })

  const fail = (error: unknown): void => {
    console.warn('A picture could not be loaded', error)
    button.disabled = false
    action.textContent = labels.imageFailed
  }
  const show = (own: string): void => {
    loaded = own
    showPicture(place, own, image, host)
    place.querySelector('img')?.addEventListener('error', () => {
      loaded = ''
      place.replaceChildren(button)
      fail('It is no longer there')
      announce()
    })
  }
  button.addEventListener('click', (event) => {
    event.preventDefault()
    event.stopPropagation()
    // A disabled button loses the focus.
    const hadFocus = document.activeElement === button
    const refocus = (): void => {
      if (!hadFocus || document.activeElement !== document.body) return
      place.querySelector('button')?.focus({ preventScroll: true })
    }
    button.disabled = true
    action.textContent = labels.imageLoading
    host
      .loadImage(address)
      .then((own) => {
        show(own)
        announce()
      }, fail)
      .finally(refocus)
  })
  place.append(button)
  return place
}

function createLoadButton(
  image: ImageSource,
  address: string,
  { labels }: MarkdownHost,
): { button: HTMLButtonElement; action: HTMLElement } {
  const button = createElement('button', 'remote-image')
  button.type = 'button'
  button.title = address
  const name = createElement('span')
  name.append(image.alternative || labels.image)
  const action = createElement('span', 'remote-image-host')
  action.append(labels.loadImage(new URL(address).host))
  button.append(name, ' ', action)
  return { button, action }
}
