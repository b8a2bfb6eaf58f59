/**
 * Returns a mask as a PNG file of the picture's size: white is edited, black stays. Its edge fades
 * over some pixels if it is feathered.
 */
export async function maskFile(drawn: HTMLCanvasElement, feather: number): Promise<File> {
  const { width, height } = drawn
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the mask')
  if (feather > 0) context.filter = `blur(${feather}px)`
  context.drawImage(drawn, 0, 0)
  context.filter = 'none'
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mask.png', {
    type: 'image/png',
  })
}
