import { z } from 'zod'

export const densities = ['comfortable', 'compact'] as const
/** The widths of a conversation's text: 40, 48 or 60 rem. */
export const textWidths = ['narrow', 'medium', 'wide'] as const
/** The type of code: Parley's own, or the system's. */
export const codeFonts = ['parley', 'system'] as const

export const appearancePreferencesSchema = z.object({
  density: z.enum(densities),
  textWidth: z.enum(textWidths),
  codeFont: z.enum(codeFonts),
})
export type AppearancePreferences = z.infer<typeof appearancePreferencesSchema>

export const defaultAppearancePreferences: AppearancePreferences = {
  density: 'comfortable',
  textWidth: 'medium',
  codeFont: 'parley',
}
