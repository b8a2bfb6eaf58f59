import { expect, onTestFinished, test } from 'vitest'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import { canMount, mountSmallDisk } from '../../storage/smallDisk.ts'
import { openSpeech, record, sound } from '../testSpeech.ts'

test.skipIf(!canMount)('on a full disk what was said before is kept and becomes text', async () => {
  const disk = mountSmallDisk('4m')
  const fake = await startFakeSpeech()
  onTestFinished(() => fake.close())
  const speech = openSpeech({ folder: disk.folder, providers: { fake: fake.baseUrl } })
  const { recording, samples } = await record(speech, 2)
  disk.fill()
  await expect(speech.recordings.append(recording.id, samples, sound(2))).rejects.toMatchObject({
    code: 'diskFull',
  })
  await speech.recordings.mark(recording.id, 0, samples)
  const done = await speech.recordings.finish(recording.id, false)
  expect(done).toMatchObject({ state: 'done', text: 'Sentence 1.' })
  await expect(speech.recordings.begin({ purpose: 'voiceInput' })).rejects.toMatchObject({
    code: 'diskFull',
  })
  disk.free()
  speech.shut()
  const again = openSpeech({ folder: disk.folder, providers: { fake: fake.baseUrl } })
  const found = await again.recordings.list({ before: null, limit: 10 })
  expect(found.map(({ id }) => id)).toContain(recording.id)
  expect(await again.recordings.transcribe(recording.id, undefined)).toMatchObject({
    state: 'done',
  })
})
