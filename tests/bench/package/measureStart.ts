import type { InstalledRoot } from '../../package/installedRoot.ts'
import { median, type Report } from '../row.ts'
import { emptyChromium, installedParley, type WindowProgram } from './windows.ts'

const firstStarts = 5
const laterStarts = 15
/** The longest start, as a multiple of the empty window's. */
const maxRatio = 1.3

/**
 * Measures how long a start takes until a click reaches the field for messages: the first one of a
 * user, and later ones. Both programs take turns, because other work on the machine comes and goes.
 */
export async function measureStart(
  root: InstalledRoot,
  report: Report,
  quick: boolean,
): Promise<void> {
  const programs = [emptyChromium(root), installedParley(root)] as const
  const first = { name: 'first start to a usable composer', isFirst: true }
  const later = { name: 'start to a usable composer', isFirst: false }
  for (const { name, isFirst } of [first, later]) {
    const count = isFirst ? firstStarts : laterStarts
    const [empty, parley] = await takeTurns(programs, isFirst, quick ? 2 : count)
    const value = median(empty)
    report({
      name,
      unit: 'ms',
      samples: parley,
      against: { name: 'empty Chromium', value },
      ...(!isFirst && { aim: { most: Math.round(value * maxRatio) } }),
    })
  }
}

/** Returns the milliseconds of each start of either program. */
async function takeTurns(
  programs: readonly [WindowProgram, WindowProgram],
  isFirst: boolean,
  count: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < count; turn += 1) {
    for (const [index, program] of programs.entries()) {
      if (isFirst) await program.forget()
      const start = performance.now()
      const close = await program.open()
      times[index]?.push(performance.now() - start)
      await close()
    }
  }
  return times
}
