/** A setting that a search found, or a whole section. */
export interface SettingResult {
  /** Unique. */
  id: string
  title: string
  /** The name of its section; undefined for a section itself. */
  section?: string | undefined
  value?: string | undefined
  /** Shows its section, and gives a setting the focus. */
  open: () => void
}
