import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bytesPerSample } from '../../../../src/shared/speech/audio.ts'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import { killAfter } from '../../killAfter.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openSpeech } from '../testSpeech.ts'
import type { Report } from './killedRecorder.ts'

const killedRecorder = fileURLToPath(new URL('killedRecorder.ts', import.meta.url))
const lossMilliseconds = 1000

test.each([700, 1500, 2300])(
  'killed after %d ms, what was said up to a second before is there and becomes text',
  async (milliseconds) => {
    const folder = temporaryFolder()
    const { reports, killedAt } = await killAfter<Report>(killedRecorder, folder, milliseconds)
    const fake = await startFakeSpeech()
    onTestFinished(() => fake.close())
    const speech = openSpeech({ folder, providers: { fake: fake.baseUrl } })
    const [found] = await speech.recordings.list({ before: null, limit: 10 })
    const begun = reports.find((report) => report.type === 'begun')
    expect(found).toMatchObject({ id: begun?.id, state: 'interrupted' })
    const safe = reports
      .filter((report) => report.type === 'heard')
      .filter(({ at }) => at < killedAt - lossMilliseconds)
    expect(found?.samples).toBeGreaterThan(0)
    expect(found?.samples).toBeGreaterThanOrEqual(safe.at(-1)?.samples ?? 0)
    await expectCounting(speech.files.stream(begun?.id ?? ''))
    const done = await speech.recordings.transcribe(begun?.id ?? '', undefined)
    expect(done.state).toBe('done')
    expect(done.text).toContain('Sentence')
    expect(fake.violations).toEqual([])
    const heard = fake.transcriptions.reduce((sum, { samples }) => sum + samples, 0)
    expect(heard).toBeGreaterThan((found?.samples ?? 0) * 0.9)
  },
)

/** Expects every sample at its place in time. */
async function expectCounting(sound: AsyncIterable<Buffer>): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of sound) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  for (let at = 0; at + 1 < bytes.length; at += 997 * bytesPerSample) {
    expect(bytes.readInt16LE(at)).toBe((at / bytesPerSample) % 20_000)
  }
}
