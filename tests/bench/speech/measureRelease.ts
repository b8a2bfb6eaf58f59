import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../row.ts'
import type { BenchOptions, Report } from '../row.ts'
import { holdKey, launchDictating, type DictatingApp } from './dictatingApp.ts'
import { startHearingServer, type HearingServer } from './hearingServer.ts'
import { openKeyPresser, type KeyPresser } from './keyPresser.ts'
import { writeSpokenFile } from './spokenFile.ts'
import { openTargetWindow, type TargetWindow } from './targetWindow.ts'

const aimMilliseconds = 150
/** The largest ratio of the time after the longest recording to that after the shortest. */
const aimGrowth = 1.2
/** The seconds into the sentence after a stop. */
const midSpeechSeconds = 0.8

interface Stage {
  app: DictatingApp
  target: TargetWindow
  server: HearingServer
  keys: KeyPresser
}

/**
 * Measures the time from the key's release to the text in another program's window, without the
 * server's time.
 */
export async function measureRelease(
  folder: string,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  const stops = quick ? [3, 15] : [3, 15, 60]
  const rounds = quick ? 2 : 5
  const file = join(folder, 'dictated.wav')
  await writeSpokenFile(stops, file)
  const server = await startHearingServer()
  const keys = openKeyPresser()
  const app = await launchDictating(server.origin, file)
  const target = await openTargetWindow()
  try {
    await measureStops({ app, target, server, keys }, stops, rounds, report)
  } finally {
    await target.close()
    await app.close()
    await keys.close()
    await server.close()
  }
}

async function measureStops(
  stage: Stage,
  stops: readonly number[],
  rounds: number,
  report: Report,
): Promise<void> {
  const [shortest = 0, longest = 0] = [stops[0], stops.at(-1)]
  const midSpeech: number[] = []
  const samples = stops.map((): number[] => [])
  const uploads = stops.map((): number[] => [])
  // The first run loads the model and other code.
  await dictateOnce(shortest, stage)
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, seconds] of stops.entries()) {
      samples[index]?.push(await dictateOnce(seconds, stage))
      uploads[index]?.push(await stage.server.transcribeWhole(seconds))
    }
    midSpeech.push(await dictateOnce(shortest + midSpeechSeconds, stage))
  }
  for (const [index, seconds] of stops.entries()) {
    report({
      name: `key release to pasted text, ${String(seconds)} s`,
      unit: 'ms',
      samples: samples[index] ?? [],
      against: { name: 'one upload at the end', value: median(uploads[index] ?? []) },
      aim: { most: aimMilliseconds },
    })
  }
  const least = median(samples[0] ?? [])
  report({
    name: `… ${String(longest)} s against ${String(shortest)} s`,
    unit: 'ms',
    samples: samples.at(-1) ?? [],
    against: { name: `${String(shortest)} s`, value: least },
    aim: { most: Math.round(least * aimGrowth) },
  })
  report({ name: '… released while speaking', unit: 'ms', samples: midSpeech })
}

async function dictateOnce(
  seconds: number,
  { app: { overlay }, target, server, keys }: Stage,
): Promise<number> {
  const region = overlay.getByRole('region', { name: 'Dictation' })
  keys.press('keydown', holdKey)
  await region.getByRole('meter').waitFor()
  await delay(seconds * 1000)
  const pasted = target.waitFor(server.lastWords)
  const start = performance.now()
  keys.press('keyup', holdKey)
  const end = await pasted
  await region.waitFor({ state: 'detached' })
  return end - start - server.busyBetween(start, end)
}
