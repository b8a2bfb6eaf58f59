import type { FalScript } from './fakeFal.ts'

/** The states that a job of fal goes through, one an answer. */
export const falCourse: NonNullable<FalScript['statuses']> = [
  { status: 'IN_QUEUE', queue_position: 1 },
  { status: 'IN_PROGRESS' },
  { status: 'COMPLETED' },
]
