import type { DrawingRequest } from './drawing.ts'
import { loadFaces } from './loadFaces.ts'
import { readColors } from './readColors.ts'

/** Returns what the frame needs to draw a source in the colours and the type of this element. */
export async function createRequest(
  element: HTMLElement,
  source: string,
  isDark: boolean,
): Promise<DrawingRequest> {
  const { fontFamily, fontSize } = getComputedStyle(element)
  const colors = readColors(element)
  const { fontSize: rem } = getComputedStyle(document.documentElement)
  const width = element.clientWidth - 2 * parseFloat(rem)
  const faces = await loadFaces(fontFamily, source)
  return { source, isDark, colors, fontFamily, faces, fontSize: parseFloat(fontSize), width }
}
