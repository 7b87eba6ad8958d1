import type { MailLinksMessages } from './mail-links.en.ts'

/** The same as {@link mailLinksEn}, in German. */
export const mailLinksDe: MailLinksMessages = {
  goOn: 'Zu den Maschinen',
  signIn: 'Anmelden',
  failed: 'Das ging nicht',
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Jemand hat sich mit {email} registriert. Ist das Ihr Konto?',
    changeLead: 'Wenn Sie bestätigen, melden Sie sich mit {email} an, und Codes gehen dorthin.',
    mineLead:
      'Sie sind in diesem Konto angemeldet. Bestätigen Sie mit dem Knopf, dass {email} Ihnen gehört.',
    organization: 'Organisation',
    username: 'Benutzername',
    how: 'Wie bestätigen',
    known: 'Ich habe mich registriert und kenne das Passwort',
    knownHint: 'Bestätigt die Adresse. Sonst ändert sich nichts.',
    unknown: 'Ich kenne das Passwort nicht',
    unknownHint:
      'Wählen Sie ein neues. Wer das alte gewählt hat, ist dann abgemeldet, und die API-Schlüssel des Kontos werden ersetzt.',
    password: 'Passwort Ihrer Registrierung',
    ownPassword: 'Ihr Passwort',
    fresh: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Mehrere Wörter ergeben ein gutes.',
    submit: 'Adresse bestätigen',
    submitFresh: 'Bestätigen und Passwort setzen',
    busy: 'Wird bestätigt …',
    wrongOwn: 'Das ist nicht das Passwort dieses Kontos.',
    wrong:
      'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal, oder wählen Sie ein neues.',
    nothing:
      'Sie wissen von nichts? Schließen Sie die Seite. Ein Konto, das niemand bestätigt, verschwindet nach 7 Tagen.',
    nothingChange: 'Sie wissen von nichts? Schließen Sie die Seite: Dann geschieht nichts.',
    done: 'Ihre Adresse ist bestätigt',
    doneChange: 'Das Konto {username} von {organization} hat ab jetzt die Adresse {email}.',
    doneIn: 'Sie sind in {organization} angemeldet, als {username}.',
    doneNext: 'Melden Sie sich an, um weiterzumachen.',
    goOn: 'Weiter',
    invalid: 'Dieser Link geht nicht',
    invalidWhy: 'Er ist zu alt, schon benutzt oder nicht vollständig.',
    invalidNext: [
      'Wenn Sie schon bestätigt haben, ist alles gut: Melden Sie sich an.',
      'Wenn Ihr Mailprogramm den Link zerteilt hat, kopieren Sie ihn ganz in die Adresszeile.',
      'Wenn er zu alt ist, melden Sie sich an und lassen die Mail noch einmal senden, unter Mein Konto.',
    ],
    missing: 'Öffnen Sie den Link in Ihrer Mail',
    missingNext:
      'Diese Seite bestätigt eine E-Mail-Adresse, aber der Link hierher sagt nicht, welche. Öffnen Sie den Link in der Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.',
  },
  join: {
    title: '{organization} beitreten',
    plainTitle: 'Ihre Einladung',
    lead: '{inviter} lädt {email} ein. Die Einladung gilt bis zum {day}.',
    leads: {
      user: '{inviter} lädt {email} als Mitglied ein. Die Einladung gilt bis zum {day}.',
      company_admin: '{inviter} lädt {email} als Admin ein. Die Einladung gilt bis zum {day}.',
    },
    first: 'Vorname',
    last: 'Nachname',
    username: 'Benutzername',
    usernameHint:
      'Für andere und für Maschinen; anmelden werden Sie sich mit Ihrer E-Mail-Adresse. Ändern Sie ihn, wenn Sie möchten.',
    password: 'Passwort',
    passwordHint:
      'Mindestens 8 Zeichen. Mehrere Wörter ergeben ein gutes. Es gilt nur für {organization}.',
    submit: '{organization} beitreten',
    busy: 'Beitritt läuft …',
    or: 'oder ohne Passwort',
    provider: 'Weiter mit {provider}, als {email}',
    nothing:
      'Nicht für Sie, oder Sie kennen {inviter} nicht? Schließen Sie die Seite: Dann geschieht nichts.',
    invalid: 'Diese Einladung gilt nicht',
    invalidWhy: 'Sie ist zu alt, schon benutzt oder zurückgezogen.',
    invalidNext: [
      'Wenn Sie schon dazugehören, melden Sie sich an.',
      'Wenn eine neuere Mail kam, öffnen Sie den Link darin.',
      'Sonst bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    ],
    missing: 'Öffnen Sie den Link in Ihrer Mail',
    missingNext:
      'Diese Seite ist für eine Einladung, aber der Link hierher sagt nicht, für welche. Öffnen Sie den Link in der Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.',
  },
  reopen: {
    title: 'Organisation wieder öffnen',
    lead: 'Sie wurde geschlossen, und alles darin soll gelöscht werden. Mit dem Knopf halten Sie das auf: Alle können sich wieder anmelden, mit allem, was sie hatten.',
    submit: 'Wieder öffnen',
    busy: 'Wird geöffnet …',
    done: 'Die Organisation ist wieder offen',
    doneNext: 'Gelöscht ist nichts. Melden Sie sich an, um weiterzumachen.',
    invalid: 'Dieser Link geht nicht',
    invalidWhy: 'Er ist zu alt, schon benutzt, oder die Organisation ist inzwischen gelöscht.',
    missing: 'Öffnen Sie den Link in Ihrer Mail',
    missingNext:
      'Diese Seite öffnet eine Organisation wieder, aber der Link hierher sagt nicht, welche. Öffnen Sie den Link in der Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.',
  },
}
