import type { SvgReply, SvgRequest } from './svgRequest.ts'

/** The longer side of the PNG, in pixels: lines stay sharp when they are shown large. */
const minSide = 1024
const maxSide = 4096

addEventListener('message', ({ data, source, ports: [port] }: MessageEvent<SvgRequest>) => {
  if (source !== parent || !port) return
  const answer = (reply: SvgReply): void => {
    port.postMessage(reply)
    port.close()
  }
  draw(data.bytes).then(
    (png) => answer({ png }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
addEventListener('DOMContentLoaded', () => parent.postMessage('ready', '*'))

async function draw(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  // As an image a drawing runs no script and fetches nothing.
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }))
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return await rasterize(picture)
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function rasterize(picture: HTMLImageElement): Promise<ArrayBuffer> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const side = Math.max(width, height)
  if (side === 0) throw new Error('The drawing has no size')
  const scale = Math.min(maxSide, Math.max(minSide, side)) / side
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  // Painted in this process: the graphics process, which paints otherwise, serves the window, too.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no memory for the drawing')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const png = await promise
  if (!png) throw new Error('The drawing could not be encoded')
  return png.arrayBuffer()
}
