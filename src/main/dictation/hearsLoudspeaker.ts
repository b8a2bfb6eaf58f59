import { runProgram } from './insertion/runProgram.ts'

/**
 * Returns whether the default source of PulseAudio or PipeWire is a monitor, which records what a
 * loudspeaker plays. False where pactl is missing, and on other systems.
 */
export async function hearsLoudspeaker(
  platform = process.platform,
  run = runProgram,
): Promise<boolean> {
  if (platform !== 'linux') return false
  const source = await run('pactl', ['get-default-source']).catch(() => '')
  return source.trim().endsWith('.monitor')
}
