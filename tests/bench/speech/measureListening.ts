import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../row.ts'
import type { BenchOptions, Report } from '../row.ts'
import { holdKey, launchDictating, type DictatingApp } from './dictatingApp.ts'
import { startHearingServer } from './hearingServer.ts'
import { openKeyPresser, type KeyPresser } from './keyPresser.ts'
import { percentOfCore, processorMilliseconds } from './processorTime.ts'
import { writeQuietFile, writeSpokenFile } from './spokenFile.ts'

const aimPercent = 5
/** Enough time for the window to appear and the microphone to open. */
const settleMilliseconds = 4000

interface Length {
  runs: number
  seconds: number
}

/** Measures the CPU use of Parley's processes while listening, minus their idle use. */
export async function measureListening(
  folder: string,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const length = quick ? { runs: 1, seconds: 10 } : { runs: 3, seconds: 20 }
  const fileSeconds = length.seconds + settleMilliseconds / 1000 + 5
  const silence = join(folder, 'silence.wav')
  const speech = join(folder, 'speech.wav')
  writeQuietFile(fileSeconds, silence)
  await writeSpokenFile([fileSeconds], speech)
  await measureSound({ name: 'silence', file: silence }, length, report)
  await measureSound({ name: 'speech', file: speech }, length, report)
}

async function measureSound(
  sound: { name: string; file: string },
  { runs, seconds }: Length,
  report: Report,
): Promise<void> {
  const server = await startHearingServer()
  const keys = openKeyPresser()
  const app = await launchDictating(server.origin, sound.file)
  try {
    const idle: number[] = []
    const open: number[] = []
    const listening: number[] = []
    // Loads and compiles the model in advance: this happens once, not for each recording.
    await listen(app, keys, () => delay(settleMilliseconds * 2))
    for (let run = 0; run < runs; run += 1) {
      idle.push(await percentUsed(app, seconds))
      open.push(await percentOfOpenMicrophone(app, seconds))
      await listen(app, keys, async () => {
        await delay(settleMilliseconds)
        listening.push(await percentUsed(app, seconds))
      })
    }
    const rest = median(idle)
    report({ name: `idle before ${sound.name}`, unit: '% of a core', samples: idle })
    report({
      name: `listening to ${sound.name}, above idle`,
      unit: '% of a core',
      samples: listening.map((percent) => percent - rest),
      against: { name: 'open microphone', value: median(open) - rest },
      aim: { most: aimPercent },
    })
  } finally {
    await app.close()
    await keys.close()
    await server.close()
  }
}

async function listen(app: DictatingApp, keys: KeyPresser, during: () => Promise<void>) {
  keys.press('keydown', holdKey)
  await during()
  keys.press('keyup', holdKey)
  await app.overlay.getByRole('region', { name: 'Dictation' }).waitFor({ state: 'detached' })
}

/** Measures Chromium's own CPU use for an open microphone whose sound is not read. */
async function percentOfOpenMicrophone(app: DictatingApp, seconds: number): Promise<number> {
  const stream = await app.overlay.evaluateHandle(() =>
    navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    }),
  )
  await delay(1000)
  const percent = await percentUsed(app, seconds)
  await stream.evaluate((opened) => opened.getTracks().forEach((track) => track.stop()))
  await stream.dispose()
  return percent
}

/** Sends nothing to the app meanwhile, because that would cause work. */
async function percentUsed({ app }: DictatingApp, seconds: number): Promise<number> {
  const id = app.process().pid
  if (id === undefined) throw new Error('The app has no process')
  const before = processorMilliseconds(id)
  const start = performance.now()
  await delay(seconds * 1000)
  return percentOfCore(before, processorMilliseconds(id), performance.now() - start)
}
