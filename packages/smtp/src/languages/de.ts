import { chosenName } from '../chosen-name.ts'
import type { MailLanguage } from './mail-language.ts'

const minutes = (count: number) => (count === 1 ? 'einer Minute' : `${count} Minuten`)

/** `31.01.2030 um 09:05 Uhr (UTC)`. */
function moment(at: Date): string {
  const iso = at.toISOString()
  const [year, month, day] = iso.slice(0, 10).split('-')
  return `${day}.${month}.${year} um ${iso.slice(11, 16)} Uhr (UTC)`
}

/** A name in quotes after its noun: `der Organisation „Acme“`. */
function named(what: string, name: string | undefined, otherwise: string): string {
  const shown = name === undefined ? undefined : chosenName(name)
  return shown === undefined ? otherwise : `${what} „${shown}“`
}

const organizationNamed = (name: string) => named('Organisation', name, 'Organisation')
const accountNamed = (username: string, organization: string) =>
  `${named('Ihr Konto', username, 'Ihr Konto')} in der ${organizationNamed(organization)}`
const administrator = (username: string) => named('', username, 'der Verwaltung').trim()

const lowered = {
  codes_off: 'Bei der Anmeldung wird kein Code per Mail mehr verlangt.',
  clients_exempted: 'Mehr Programme melden sich ohne Code per Mail an.',
  session_lengthened: 'Eine Anmeldung gilt länger als zuvor.',
  role_raised: 'Ein weiteres Konto verwaltet jetzt die Organisation.',
}

/** German. */
export const de: MailLanguage = {
  closing: (product) => `Automatisch gesendet von ${product}. Antworten werden nicht gelesen.`,
  account: ({ organization, username }) =>
    `${named('Organisation', organization, 'Eine Ihrer Organisationen')}${named(', Benutzername', username, '')}`,
  test: (product) => ({
    subject: 'Eine Testmail',
    before: [
      `Diese Mail prüft, ob ${product} Mails senden kann. Sie ist angekommen, es ist also nichts zu tun.`,
    ],
  }),
  mails: {
    verify_email: ({ firstName, organization, username, expiresAt }, product) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: [
        chosenName(firstName) === undefined ? 'Guten Tag,' : `Guten Tag ${chosenName(firstName)},`,
        `mit dieser Adresse wurde bei ${product} ein Konto angelegt, hoffentlich von Ihnen: ${named('Organisation', organization, 'eine Organisation')}${named(', Benutzername', username, '')}.`,
      ],
      action: 'E-Mail-Adresse bestätigen',
      after: [
        `Der Link fragt nach dem Passwort, das beim Anlegen gewählt wurde. Er gilt einmal${expiresAt ? `, bis zum ${moment(expiresAt)}` : ''}.`,
      ],
      ignore:
        'Wenn Sie das nicht waren, tun Sie nichts. Ohne diese Mail kann die Adresse nicht bestätigt werden.',
    }),
    otp: ({ organization, minutes: left }, product) => ({
      subject: 'Ihr Anmeldecode',
      before: [
        `Mit diesem Code schließen Sie die Anmeldung bei der ${organizationNamed(organization)} ab:`,
      ],
      after: [
        `Er gilt einmal, innerhalb von ${minutes(left)}. ${product} fragt Sie nie danach, auch nicht am Telefon.`,
      ],
      alarm:
        'Wenn Sie das nicht waren, kennt eine andere Person Ihr Passwort. Geben Sie den Code nicht weiter, und wählen Sie jetzt ein neues Passwort.',
    }),
    password_reset: ({ accounts, minutes: left }) => ({
      subject: 'Wählen Sie ein neues Passwort',
      before: [
        accounts.length === 1
          ? 'Für dieses Konto wurde ein neues Passwort angefordert:'
          : 'Für diese Adresse wurde ein neues Passwort angefordert. Sie hat mehrere Konten, jedes mit einem eigenen Passwort. Wählen Sie das gemeinte:',
      ],
      action: 'Neues Passwort wählen',
      after: [`Ein Link gilt einmal, innerhalb von ${minutes(left)}.`],
      ignore:
        'Wenn Sie nicht danach gefragt haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    }),
    password_changed: ({ organization, username, at }) => ({
      subject: 'Ihr Passwort wurde geändert',
      before: [
        `Das Passwort für ${accountNamed(username, organization)} wurde am ${moment(at)} geändert.`,
        'Wenn Sie das waren, ist nichts zu tun.',
      ],
      alarm:
        'Wenn Sie das nicht waren, kann sich eine andere Person anmelden und liest vielleicht Ihre Mails. Fordern Sie auf der Anmeldeseite sofort ein neues Passwort an, und sagen Sie der Verwaltung Ihrer Organisation Bescheid.',
    }),
    password_doubtful: ({ organization, username, at }) => ({
      subject: 'Ihr Passwort wurde vielleicht geändert',
      before: [
        `Der Dienst wurde unterbrochen, während ein neues Passwort gesetzt wurde für ${accountNamed(username, organization)}. Am ${moment(at)} wurden alle Sitzungen beendet.`,
        'Wenn Sie das waren: Melden Sie sich mit dem neuen Passwort an oder, wenn es abgelehnt wird, mit dem alten. Geht beides nicht, fordern Sie auf der Anmeldeseite ein neues an.',
      ],
      alarm:
        'Wenn Sie das nicht waren, kann sich vielleicht eine andere Person anmelden. Fordern Sie auf der Anmeldeseite sofort ein neues Passwort an, und sagen Sie der Verwaltung Ihrer Organisation Bescheid.',
    }),
    account_claimed: ({ organization, username, at }) => ({
      subject: 'Ihr altes Passwort gilt nicht mehr',
      before: [
        `Am ${moment(at)} haben Sie sich mit Ihrem Konto bei einem anderen Dienst angemeldet. Es öffnet jetzt ${accountNamed(username, organization)}.`,
        'Die Adresse dieses Kontos war bis dahin nicht bestätigt; es kann also von einer anderen Person angelegt worden sein. Darum gelten das dabei gewählte Passwort und der API-Schlüssel nicht mehr.',
        'Melden Sie sich weiter so an wie eben. Möchten Sie auch ein Passwort, fordern Sie auf der Anmeldeseite eines an. Benutzen Maschinen den API-Schlüssel, geben Sie ihnen den neuen aus Ihrem Konto.',
      ],
      alarm:
        'Wenn Sie das nicht waren, kann eine andere Person jenes Konto benutzen. Ändern Sie dort das Passwort.',
    }),
    protection_lowered: ({ organization, username, what, at }) => ({
      subject: 'Ihre Organisation ist weniger geschützt als zuvor',
      before: [
        `Am ${moment(at)} wurden die Einstellungen der ${organizationNamed(organization)} von ${administrator(username)} geändert.`,
        ...what.map((one) => lowered[one]),
      ],
      alarm:
        'Wenn Sie nicht wissen, warum: Melden Sie sich an, machen Sie es rückgängig und fragen Sie nach. Hat das Konto eine andere Person benutzt, braucht es sofort ein neues Passwort.',
    }),
    invitation: ({ organization, invitedBy, role, expiresAt }, product) => ({
      subject: 'Sie sind in eine Organisation eingeladen',
      before: [
        `${named('', invitedBy, 'Die Verwaltung').trim()} lädt Sie bei ${product} in die ${organizationNamed(organization)} ein, ${role === 'user' ? 'als Mitglied' : 'um sie zu verwalten'}.`,
      ],
      action: 'Einladung annehmen',
      after: [`Der Link gilt einmal, bis zum ${moment(expiresAt)}.`],
      ignore:
        'Wenn Ihnen das nichts sagt, tun Sie nichts: Ohne diese Mail kann die Einladung nicht angenommen werden.',
    }),
    email_change: ({ organization, username, expiresAt }, product) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: [
        `Ein Konto bei ${product} soll diese Adresse bekommen: ${named('Organisation', organization, 'eine Organisation')}${named(', Benutzername', username, '')}.`,
      ],
      action: 'Neue Adresse bestätigen',
      after: [
        `Dafür müssen Sie angemeldet sein oder das Passwort des Kontos eingeben. Der Link gilt einmal, bis zum ${moment(expiresAt)}.`,
      ],
      ignore:
        'Wenn das nicht Ihr Konto ist, tun Sie nichts. Nur mit dieser Mail bekommt es die Adresse.',
    }),
    email_change_requested: ({ organization, username, at }) => ({
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      before: [
        `Am ${moment(at)} wurde eine andere E-Mail-Adresse angefordert für ${accountNamed(username, organization)}.`,
        'Wenn Sie das waren, bestätigen Sie sie mit der Mail, die wir an die neue Adresse geschickt haben.',
      ],
      alarm:
        'Wenn Sie das nicht waren, kennt eine andere Person Ihr Passwort. Fordern Sie auf der Anmeldeseite sofort ein neues an. Die neue Adresse wird dann vergessen.',
    }),
    email_changed: ({ organization, username, at }) => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      before: [
        `Am ${moment(at)} wurde eine andere E-Mail-Adresse gesetzt für ${accountNamed(username, organization)}.`,
        'Wenn Sie das waren, ist nichts zu tun. Von jetzt an schreiben wir an die neue Adresse, und Sie melden sich mit ihr an.',
      ],
      alarm:
        'Wenn Sie das nicht waren, sagen Sie sofort der Verwaltung Ihrer Organisation Bescheid. Sie kann das Konto sperren.',
    }),
    organization_closing: ({ organization, username, closesAt }) => ({
      subject: 'Ihre Organisation wird entfernt',
      before: [
        `Die ${organizationNamed(organization)} wurde von ${administrator(username)} geschlossen. Am ${moment(closesAt)} wird alles darin entfernt.`,
        'Alle ihre Mitglieder sind abgemeldet, und keines kann sich anmelden.',
        'Bis dahin macht dieser Link es rückgängig, und alles ist wie zuvor:',
      ],
      action: 'Rückgängig machen',
      alarm:
        'Wenn Sie nicht wissen, warum: Machen Sie es rückgängig und fragen Sie nach. Hat das Konto eine andere Person benutzt, braucht es sofort ein neues Passwort.',
    }),
  },
}
