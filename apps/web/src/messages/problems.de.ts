import type { ProblemText } from './problems.en.ts'

const reload = 'Laden Sie die Seite neu und versuchen Sie es noch einmal.'
const later = 'Versuchen Sie es in ein paar Minuten noch einmal.'
const signIn = 'Melden Sie sich neu an.'

/** The same as {@link problemsEn}, in German. */
export const problemsDe: Readonly<Record<string, ProblemText>> = {
  unreachable: {
    what: 'Der Dienst ist nicht erreichbar.',
    next: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },
  unknown: { what: 'Etwas ist schiefgegangen.', next: later },
  validation_failed: { what: 'Im Formular stimmt etwas nicht.', next: 'Prüfen Sie jedes Feld.' },
  malformed_json: { what: 'Der Dienst hat diese Seite nicht verstanden.', next: reload },
  malformed_request: { what: 'Der Dienst hat diese Seite nicht verstanden.', next: reload },
  reset_token_invalid: {
    what: 'Dieser Link ist unbekannt, schon benutzt oder zu alt.',
    next: 'Fordern Sie einen neuen an.',
  },
  verification_token_invalid: {
    what: 'Dieser Link ist unbekannt, schon benutzt oder zu alt.',
    next: 'Öffnen Sie die neueste Mail, oder melden Sie sich mit Ihrem Passwort an.',
  },
  oidc_expired: {
    what: 'Diese Anmeldung ist zu alt, schon benutzt oder begann in einem anderen Browser.',
    next: 'Fangen Sie von vorn an.',
  },
  invalid_credentials: {
    what: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    next: 'Prüfen Sie beides und versuchen Sie es noch einmal.',
  },
  token_missing: { what: 'Sie sind nicht angemeldet.', next: signIn },
  token_invalid: { what: 'Ihre Sitzung gilt nicht mehr.', next: signIn },
  token_expired: { what: 'Ihre Sitzung ist abgelaufen.', next: signIn },
  session_token_invalid: {
    what: 'Diese Anmeldung hat zu lange gedauert und ist abgelaufen.',
    next: signIn,
  },
  session_ended: { what: 'Ihre Sitzung ist beendet.', next: signIn },
  token_stale: { what: 'Ihre Rechte haben sich geändert.', next: reload },
  otp_invalid: {
    what: 'Der Code ist falsch oder abgelaufen.',
    next: 'Sehen Sie in der neuesten Mail nach, oder lassen Sie ihn noch einmal senden.',
  },
  tenant_not_offered: {
    what: 'Ihre Anmeldung öffnet diese Organisation nicht.',
    next: 'Wählen Sie eine andere, oder melden Sie sich mit deren Passwort an.',
  },
  account_unconfirmed: {
    what: 'Ihre Adresse ist noch nicht bestätigt.',
    next: 'Öffnen Sie den Link in der Mail, die wir Ihnen gesendet haben, und kommen Sie zurück.',
  },
  sign_up_closed: {
    what: 'Die Registrierung ist geschlossen, oder nicht für Adressen dieser Domain offen.',
    next: 'Nehmen Sie die Adresse Ihrer Firma, oder fragen Sie, wer diesen Dienst betreibt.',
  },
  forbidden: {
    what: 'Ihre Rolle erlaubt das nicht.',
    next: 'Wenden Sie sich an die Admins Ihrer Organisation.',
  },
  last_administrator: {
    what: 'Das ist die letzte Person, die diese Organisation verwaltet.',
    next: 'Geben Sie zuerst jemand anderem diese Rolle.',
  },
  already_member: {
    what: 'Diese Adresse ist schon Mitglied oder hat eine offene Einladung.',
    next: 'Suchen Sie sie in der Liste.',
  },
  invitation_invalid: {
    what: 'Diese Einladung gilt nicht mehr.',
    next: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  },
  recent_login_required: {
    what: 'Dafür ist eine Anmeldung der letzten 10 Minuten nötig; geändert wurde nichts.',
    next: 'Versuchen Sie es noch einmal, und melden Sie sich an, wenn danach gefragt wird.',
  },
  origin_not_allowed: {
    what: 'Der Dienst kennt die Adresse dieser Seite nicht.',
    next: 'Öffnen Sie die Seite unter der Adresse, die Ihnen der Betreiber genannt hat.',
  },
  oidc_cancelled: {
    what: 'Die Anmeldung wurde beim Anbieter abgebrochen.',
    next: 'Fangen Sie von vorn an, oder melden Sie sich mit Ihrem Passwort an.',
  },
  oidc_rejected: {
    what: 'Die Antwort des Anbieters beweist nicht, wer Sie sind.',
    next: 'Fangen Sie von vorn an, oder melden Sie sich mit Ihrem Passwort an.',
  },
  not_found: { what: 'Was diese Seite angefragt hat, gibt es nicht.', next: reload },
  oidc_no_account: {
    what: 'Kein Konto hier hat die E-Mail-Adresse, für die der Anbieter bürgt.',
    next: 'Nehmen Sie ein anderes Konto des Anbieters, Ihr Passwort, oder registrieren Sie sich.',
  },
  request_refused: {
    what: 'Diese Anfrage wird nicht durchgelassen.',
    next: 'Gehen Sie zurück und versuchen Sie es anders; hilft das nicht, fragen Sie den Betreiber.',
  },
  method_not_allowed: { what: 'Der Dienst hat diese Seite nicht verstanden.', next: reload },
  username_taken: { what: 'Dieser Benutzername ist vergeben.', next: 'Wählen Sie einen anderen.' },
  organization_taken: {
    what: 'Eine Organisation mit diesem Namen gibt es schon.',
    next: 'Wählen Sie einen anderen Namen, oder bitten Sie deren Admins um Aufnahme.',
  },
  body_too_large: { what: 'Das ist mehr, als der Dienst annimmt.', next: 'Kürzen Sie es.' },
  unsupported_media_type: { what: 'Der Dienst hat diese Seite nicht verstanden.', next: reload },
  rate_limited: { what: 'Zu viele Versuche.', next: later },
  headers_too_large: {
    what: 'Ihr Browser sendet mehr, als der Dienst annimmt.',
    next: 'Löschen Sie die Cookies dieser Website und versuchen Sie es noch einmal.',
  },
  request_timeout: {
    what: 'Die Anfrage kam nicht rechtzeitig an.',
    next: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },
  internal_error: {
    what: 'Der Dienst hat einen Fehler gemacht.',
    next: 'Versuchen Sie es noch einmal. Bleibt er, nennen Sie dem Betreiber die Nummer der Anfrage.',
  },
  upstream_unavailable: { what: 'Ein Teil des Dienstes ist nicht erreichbar.', next: later },
  credential_store_unavailable: {
    what: 'Passwörter können gerade nicht geprüft werden.',
    next: later,
  },
  mail_unavailable: { what: 'Mails können gerade nicht gesendet werden.', next: later },
  overloaded: { what: 'Der Dienst ist stark ausgelastet.', next: later },
  upstream_timeout: {
    what: 'Ein Teil des Dienstes hat nicht rechtzeitig geantwortet.',
    next: later,
  },
}
