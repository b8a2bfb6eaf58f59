import { expect, test } from 'vitest'
import { openChosen } from '../../../../src/renderer/speech/recorder/openChosen.ts'

/** A browser with these microphones; `default` is the system's choice. */
function browser(microphones: readonly string[], failure?: string) {
  const stopped: string[] = []
  const asked: unknown[] = []
  const ask = async ({ audio }: MediaStreamConstraints): Promise<MediaStream> => {
    const device = (audio as MediaTrackConstraints).deviceId
    asked.push(device)
    if (failure !== undefined) throw new DOMException('No', failure)
    const wanted = (device as { exact?: string } | undefined)?.exact ?? 'default'
    if (!microphones.includes(wanted)) throw new DOMException('No', 'OverconstrainedError')
    return { id: wanted, getTracks: () => [{ stop: () => stopped.push(wanted) }] } as never
  }
  return { ask, asked, stopped }
}

const patience = 5000

test('the chosen microphone is opened, and no other', async () => {
  const { ask, asked } = browser(['default', 'headset'])
  const { stream, isReplaced } = await openChosen('headset', { ask, audio: {}, patience })
  expect([stream.id, isReplaced, asked]).toEqual(['headset', false, [{ exact: 'headset' }]])
})

test('if it is gone, the system’s takes its place, and that is told', async () => {
  const { ask } = browser(['default'])
  const { stream, isReplaced } = await openChosen('headset', { ask, audio: {}, patience })
  expect([stream.id, isReplaced]).toEqual(['default', true])
  expect((await openChosen(null, { ask, audio: {}, patience })).isReplaced).toBe(false)
})

test.each([
  ['NotAllowedError', 'microphoneDenied'],
  ['NotFoundError', 'microphoneMissing'],
  ['NotReadableError', 'microphoneMissing'],
])('%s is %s', async (failure, code) => {
  const { ask } = browser([], failure)
  for (const chosen of [null, 'headset']) {
    await expect(openChosen(chosen, { ask, audio: {}, patience })).rejects.toMatchObject({ code })
  }
})

test('a sound system that does not answer is told, and what it opens later is closed', async () => {
  const { ask, stopped } = browser(['default'])
  const opening = Promise.withResolvers<MediaStream>()
  const late = openChosen(null, { ask: () => opening.promise, audio: {}, patience: 1 })
  await expect(late).rejects.toMatchObject({ code: 'microphoneHangs' })
  opening.resolve(await ask({ audio: {} }))
  await expect.poll(() => stopped).toEqual(['default'])
})
