import { brandColor, command, filePath, onOrOff, shortName } from '../schemas/texts.ts'
import { pageUrl } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** The pages for signing in: their addresses and their looks. */
export const pagesSettings = {
  WEB_PAGES: {
    schema: onOrOff,
    default: 'on',
    description:
      'Whether the gateway serves its own pages. Off where you bring all of them yourself.',
  },
  LOGIN_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/login',
    description: 'The page to sign in on. It is told why a person was sent there by `?error=`.',
  },
  OTP_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/otp',
    description: 'The page for one-time codes.',
  },
  WORKSPACE_PICKER_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/workspaces',
    description:
      'The page on which one of several organizations is chosen. It gets `#session_token=`.',
  },
  SIGN_UP_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/signup',
    description: 'The page to make an organization on.',
  },
  CHECK_MAIL_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/check-mail',
    description: 'The page that says that a mail is on its way.',
  },
  FORGOT_PASSWORD_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/forgot-password',
    description: 'The page on which a link to choose a new password is asked for.',
  },
  DASHBOARD_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/dashboard',
    description:
      'Where a person goes who has signed in. It gets `#token=`, `&expires_in=` and `&session_token=`.',
  },
  PEOPLE_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/people',
    description: 'The page of the people of an organization, for its administrators.',
  },
  ORGANIZATION_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/organization',
    description: 'The page of the rules of an organization, for its administrators.',
  },
  AUDIT_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/audit',
    description: 'The page of what happened in an organization, for its administrators.',
  },
  ACCOUNT_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/account',
    description: 'The page of one’s own account: names, address, password, sessions, API keys.',
  },
  BRAND_NAME: {
    schema: shortName,
    default: 'Gatehouse',
    description: 'What the service is called on its pages and in its mails.',
    example: 'Example Inc.',
  },
  BRAND_LOGO_FILE: {
    schema: filePath,
    description:
      'The logo on the pages: an SVG, PNG or WebP file of at most 256 KiB, read at the start. Mails carry it if it is PNG or WebP and has at most 64 KiB.',
    example: '/etc/gatehouse/logo.svg',
  },
  BRAND_COLOR: {
    schema: brandColor,
    description:
      'The colour of buttons and links, in mails too. Where it could not be read it is taken darker, or lighter in dark mode.',
    example: '#7a1fa2',
  },
  AGENT_COMMAND: {
    schema: command,
    description:
      'How the command begins that "My account" shows for setting up an agent; `--token`, `--host` and `--linux-user` follow. Without it the page shows the key and the address alone.',
    example: 'acme-agent set up',
  },
} as const satisfies SettingList
