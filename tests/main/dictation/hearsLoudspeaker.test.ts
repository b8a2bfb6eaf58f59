import { expect, test } from 'vitest'
import { hearsLoudspeaker } from '../../../src/main/dictation/hearsLoudspeaker.ts'

const answer = (source: string) => () => Promise.resolve(source)

test('a default source that is a monitor records the loudspeaker', async () => {
  const monitor = answer('alsa_output.pci-0000_00_1f.3.analog-stereo.monitor\n')
  expect(await hearsLoudspeaker('linux', monitor)).toBe(true)
  expect(await hearsLoudspeaker('linux', answer('alsa_input.usb-headset.mono\n'))).toBe(false)
  expect(await hearsLoudspeaker('darwin', monitor)).toBe(false)
})

test('nothing is known without pactl', async () => {
  const missing = () => Promise.reject(new Error('ENOENT'))
  expect(await hearsLoudspeaker('linux', missing)).toBe(false)
})
