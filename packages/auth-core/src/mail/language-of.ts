import type { Account } from '../records/account.ts'
import type { Requester } from '../records/client.ts'

/**
 * The language of a mail to a person: that of the account, which only its owner sets, then that of the request,
 * which may be a stranger's.
 */
export function languageOf(
  { language }: Pick<Account, 'language'>,
  from?: Pick<Requester, 'language'>,
): string | undefined {
  return language ?? from?.language
}
