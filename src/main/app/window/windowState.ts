import type { WindowState } from '../../../shared/settings.ts'

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

const windowWidthDefault = 1120
const windowHeightDefault = 780
export const minWindowWidth = 480
export const minWindowHeight = 420
/** Pixels of the title bar that must be on a screen, so that the mouse can reach it. */
const reachablePixels = 80

/**
 * Returns the window's bounds: the earlier ones, cut to their screen, or centred on the first
 * screen if that one is gone. In device-independent pixels.
 */
export function placeWindow(state: WindowState | null, workAreas: readonly Bounds[]): Bounds {
  const area = workAreas.find((candidate) => state && isReachable(state, candidate))
  if (state && area) {
    return {
      x: state.x,
      y: Math.max(state.y, area.y),
      width: clamp(state.width, minWindowWidth, area.width),
      height: clamp(state.height, minWindowHeight, area.height),
    }
  }
  const first = workAreas[0] ?? { x: 0, y: 0, width: 1280, height: 800 }
  const width = clamp(state?.width ?? windowWidthDefault, minWindowWidth, first.width)
  const height = clamp(state?.height ?? windowHeightDefault, minWindowHeight, first.height)
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  }
}

/**
 * Returns the state to keep: of `placed`, if given, the position. Wayland reports 0, 0, which a later
 * start on X would take for the corner.
 */
export function keptState(state: WindowState, placed: Pick<Bounds, 'x' | 'y'> | null): WindowState {
  return placed ? { ...state, x: placed.x, y: placed.y } : state
}

function isReachable(state: Bounds, area: Bounds): boolean {
  const visibleWidth =
    Math.min(state.x + state.width, area.x + area.width) - Math.max(state.x, area.x)
  return (
    visibleWidth >= reachablePixels &&
    state.y >= area.y - reachablePixels &&
    state.y <= area.y + area.height - reachablePixels
  )
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, Math.max(minimum, maximum)))
}
