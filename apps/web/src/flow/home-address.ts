import { config } from '../config.ts'

/** The origin where terminals open, if they do not open on a page of this one. */
export function homeElsewhere(): string | undefined {
  return config.origins.includes(location.origin) ? undefined : config.origins[0]
}
