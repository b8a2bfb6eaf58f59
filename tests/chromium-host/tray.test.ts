import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { nativeImage } from '../../chromium-host/nativeImage.ts'
import { Tray } from '../../chromium-host/tray.ts'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

const file = fileURLToPath(new URL('../../resources/tray/tray.png', import.meta.url))

test('a tray keeps what it is given until it is destroyed', () => {
  const tray = new Tray(file)
  tray.setToolTip('Parley')
  tray.setImage(nativeImage.createFromBuffer(readFileSync(file), { scaleFactor: 2 }))
  expect(Tray.shown()).toEqual([tray])
  expect(tray).toMatchObject({ toolTip: 'Parley', menu: null })
  expect(tray.image.getSize()).toEqual({ width: 16, height: 16 })
  tray.destroy()
  expect(tray.isDestroyed()).toBe(true)
  expect(Tray.shown()).toEqual([])
})

test('what only Electron has throws, and so does a picture that can’t be read', () => {
  const tray = new Tray(file)
  expect(() => (tray as unknown as Electron.Tray).popUpContextMenu()).toThrow('not implemented')
  expect(() => tray.on('balloon-show', () => undefined)).toThrow('not implemented')
  expect(() => tray.setImage(`${file}.missing`)).toThrow('without a picture')
  tray.destroy()
})
