import { describe, expect, it } from 'vitest'
import {
  keptState,
  placeWindow,
  minWindowHeight,
  minWindowWidth,
} from '../../../../src/main/app/window/windowState.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const second = { x: 1440, y: 0, width: 1920, height: 1080 }
const state = (x: number, y: number, width: number, height: number) => {
  return { x, y, width, height, maximized: false }
}

describe('placeWindow', () => {
  it('puts a first window in the middle of the first screen', () => {
    expect(placeWindow(null, [laptop])).toEqual({ x: 160, y: 73, width: 1120, height: 780 })
  })

  it('opens a window where it was', () => {
    expect(placeWindow(state(1500, 50, 900, 700), [laptop, second])).toEqual({
      x: 1500,
      y: 50,
      width: 900,
      height: 700,
    })
  })

  it('brings a window back whose screen is gone', () => {
    const placed = placeWindow(state(1500, 50, 900, 700), [laptop])
    expect(placed).toEqual({ x: 270, y: 113, width: 900, height: 700 })
  })

  it.each([
    ['above every screen', state(100, -4000, 900, 700)],
    ['with only its edge in sight', state(1430, 100, 900, 700)],
  ])('brings a window back that was left %s', (_name, left) => {
    expect(placeWindow(left, [laptop]).x).toBe(270)
  })

  it('cuts a window to its screen, and not below its least size', () => {
    expect(placeWindow(state(0, 30, 5000, 4000), [laptop])).toMatchObject({
      width: 1440,
      height: 875,
    })
    expect(placeWindow(state(0, 30, 10, 10), [laptop])).toMatchObject({
      width: minWindowWidth,
      height: minWindowHeight,
    })
  })

  it('has a place even where no screen is told', () => {
    expect(placeWindow(null, [])).toMatchObject({ width: 1120, height: 780 })
  })
})

describe('keptState', () => {
  it('keeps what the window says', () => {
    const said = state(30, 40, 900, 700)
    expect(keptState(said, null)).toEqual(said)
  })

  it('keeps the earlier position of a window that does not know its own', () => {
    const said = { ...state(0, 0, 900, 700), maximized: true }
    const kept = keptState(said, { x: 160, y: 73 })
    expect(kept).toEqual({ ...state(160, 73, 900, 700), maximized: true })
  })
})
