import { AppError } from '../../../src/shared/errors.ts'
import { serveTask } from '../../../src/main/workers/serveTask.ts'
import { hostileTask, type attacks } from './hostileTask.ts'

type Attack = (typeof attacks)[number]

const deepen = (): number => deepen() + 1

const work: Record<Attack, (text: string) => unknown> = {
  none: (text) => ({ text: text.toUpperCase() }),
  loop: () => {
    for (;;);
  },
  regex: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  objects: () => {
    const kept: unknown[] = []
    for (;;) kept.push({ kept: kept.length, more: [kept.length] })
  },
  buffers: () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(4_000_000, 1))
      for (const until = Date.now() + 10; Date.now() < until;);
    }
  },
  stack: () => ({ text: String(deepen()) }),
  throw: () => {
    throw new TypeError('no such field')
  },
  throwLater: () => {
    setTimeout(() => {
      throw new TypeError('later')
    })
    return new Promise(() => undefined)
  },
  exit: () => process.exit(3),
  silence: () => new Promise(() => undefined),
  longAnswer: () => ({ text: 'x'.repeat(2_000_000) }),
  wrongAnswer: () => ({ text: 7 }),
  refuse: () => {
    throw new AppError('notSupported', 'No such format', { provider: 'The parser' })
  },
  flood: (text) => {
    for (let line = 0; line < 1000; line++) process.stdout.write('x'.repeat(100_000))
    return { text }
  },
  environment: () => ({ text: JSON.stringify({ ...process.env }) }),
}

serveTask(hostileTask, ({ attack, text }) => work[attack](text) as { text: string })
