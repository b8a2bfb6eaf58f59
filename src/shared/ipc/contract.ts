import { app } from '../app.ts'
import { attachments } from '../attachments.ts'
import { chat } from '../chat.ts'
import { dictation } from '../dictation.ts'
import { jobs } from '../jobs.ts'
import { knowledge } from '../knowledge.ts'
import { mcp } from '../mcp.ts'
import { media } from '../media.ts'
import { plugins } from '../plugins.ts'
import { pluginContent } from '../pluginContent.ts'
import { pluginFrames } from '../pluginFrames.ts'
import { providers } from '../providers.ts'
import { realtime } from '../realtime.ts'
import { secrets } from '../secrets.ts'
import { settings } from '../settings.ts'
import { speech } from '../speech.ts'
import { tools } from '../tools.ts'
import { voices } from '../voices.ts'

/** Every method, stream and event between the page and main. */
export const contract = {
  app,
  attachments,
  chat,
  dictation,
  jobs,
  knowledge,
  mcp,
  media,
  plugins,
  pluginContent,
  pluginFrames,
  providers,
  realtime,
  secrets,
  settings,
  speech,
  tools,
  voices,
}
export type Contract = typeof contract
