/** The moments of a job at which Parley is killed, in their order. */
export const killMoments = [
  'the consent is written',
  'it is being prepared',
  'its input is sent',
  'it is about to be sent',
  'it arrives',
  'the answer is there',
  'its id is written',
  'its state is asked',
  'the result is there',
  'half of the file is there',
  'the file has its name',
  'the row is written',
  'it is deleted at fal',
] as const

export type KilledAt = (typeof killMoments)[number]
