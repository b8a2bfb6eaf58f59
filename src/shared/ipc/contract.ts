import { app } from '../app.ts'
import { attachments } from '../attachments.ts'
import { chat } from '../chat.ts'
import { providers } from '../providers.ts'
import { secrets } from '../secrets.ts'
import { settings } from '../settings.ts'

/** Every method, stream and event between the page and main. */
export const contract = { app, attachments, chat, providers, secrets, settings }
export type Contract = typeof contract
