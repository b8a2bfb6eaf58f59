import type { StartAtLogin } from '../../../shared/app.ts'
import { AppError } from '../../../shared/errors.ts'
import { errorCodeOf } from '../../settings/settingsFile.ts'

/** A system's own list of what starts when the user signs in. */
export interface LoginStart {
  /** The name of the list for messages. */
  place: string
  read: () => Promise<StartAtLogin>
  set: (enabled: boolean) => Promise<void>
  /** Mends an entry of Parley's that leads nowhere since Parley was moved. */
  renew: () => Promise<void>
}

/** Returns the state afterwards. Errors: startAtLoginUnchanged, diskFull. */
export async function changeLoginStart(login: LoginStart, enabled: boolean): Promise<StartAtLogin> {
  const details = { subject: login.place }
  try {
    await login.set(enabled)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new AppError('diskFull', 'The entry for login was not written', details, error)
    }
    throw new AppError('startAtLoginUnchanged', 'The entry was not changed', details, error)
  }
  const state = await login.read()
  if (state.enabled === enabled || state.obstacle === 'approval') return state
  // Electron tells of no failure.
  throw new AppError('startAtLoginUnchanged', 'The system did not change the entry', details)
}
