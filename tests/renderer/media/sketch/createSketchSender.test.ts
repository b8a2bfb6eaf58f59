import { expect, test } from 'vitest'
import { createSketchSender } from '../../../../src/renderer/media/sketch/createSketchSender.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a sender whose drawing is a number, and whose pauses end when a test says so. */
function openSender() {
  const sent: number[] = []
  const errors: unknown[] = []
  const pauses: (() => void)[] = []
  const drawing = { number: 0, isBroken: false }
  const sender = createSketchSender({
    read: async () => drawing.number,
    isSame: (one, other) => one === other,
    async send(number) {
      if (drawing.isBroken) throw new Error('Broken')
      sent.push(number)
    },
    pause: () => new Promise((resolve) => pauses.push(resolve)),
    onError: (error) => errors.push(error),
  })
  return { sent, errors, pauses, drawing, sender }
}

test('while one drawing is on its way, only the newest waits', async () => {
  const { sent, pauses, drawing, sender } = openSender()
  for (drawing.number = 1; drawing.number < 5; drawing.number++) sender.change()
  await settle()
  expect(sent).toEqual([1])
  pauses[0]?.()
  await settle()
  expect(sent).toEqual([1, 5])
  pauses[1]?.()
  await settle()
  expect(sent).toHaveLength(2)
})

test('after the end nothing is sent', async () => {
  const { sent, pauses, sender } = openSender()
  sender.change()
  await settle()
  sender.change()
  sender.stop()
  await settle()
  pauses[0]?.()
  sender.change()
  await settle()
  expect(sent).toHaveLength(1)
})

test('a failure is told, and the next change is sent', async () => {
  const { sent, errors, drawing, sender } = openSender()
  drawing.isBroken = true
  sender.change()
  await settle()
  expect(errors).toHaveLength(1)
  drawing.isBroken = false
  sender.change()
  await settle()
  expect(sent).toHaveLength(1)
})

test('a drawing that was sent last is not sent again, unless it has failed', async () => {
  const { sent, pauses, drawing, sender } = openSender()
  drawing.number = 1
  sender.change()
  await settle()
  drawing.number = 2
  sender.change()
  // Undo, before the second drawing has left.
  drawing.number = 1
  pauses[0]?.()
  await settle()
  expect(sent).toEqual([1])
  pauses[1]?.()
  await settle()
  sender.forget()
  sender.change()
  await settle()
  expect(sent).toEqual([1, 1])
})
