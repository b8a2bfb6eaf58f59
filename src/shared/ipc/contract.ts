import { app } from '../app.ts'
import { assistantProfiles } from '../assistantProfiles.ts'
import { attachments } from '../chat/attachments.ts'
import { batches } from '../batches/batches.ts'
import { fineTuning } from '../fineTuning/fineTuning.ts'
import { chat } from '../chat/chat.ts'
import { completions } from '../completions.ts'
import { dictation } from '../speech/dictation.ts'
import { folders } from '../folders.ts'
import { jobs } from '../jobs.ts'
import { knowledge } from '../knowledge/knowledge.ts'
import { mcp } from '../plugins/mcp.ts'
import { media } from '../media/media.ts'
import { plugins } from '../plugins/plugins.ts'
import { pluginContent } from '../plugins/pluginContent.ts'
import { pluginFrames } from '../plugins/pluginFrames.ts'
import { previews } from '../previews.ts'
import { prompts } from '../prompts.ts'
import { providers } from '../providers.ts'
import { realtime } from '../speech/realtime.ts'
import { secrets } from '../secrets.ts'
import { serviceFiles } from '../serviceFiles.ts'
import { settings } from '../settings.ts'
import { speech } from '../speech/speech.ts'
import { spending } from '../spending.ts'
import { tools } from '../plugins/tools.ts'
import { updates } from '../updates.ts'
import { voices } from '../speech/voices.ts'

/** Every method, stream and event between the page and main. */
export const contract = {
  app,
  assistantProfiles,
  attachments,
  batches,
  fineTuning,
  chat,
  completions,
  dictation,
  folders,
  jobs,
  knowledge,
  mcp,
  media,
  plugins,
  pluginContent,
  pluginFrames,
  previews,
  prompts,
  providers,
  realtime,
  secrets,
  serviceFiles,
  settings,
  speech,
  spending,
  tools,
  updates,
  voices,
}
export type Contract = typeof contract
