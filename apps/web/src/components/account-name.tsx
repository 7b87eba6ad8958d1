/**
 * Tells password managers which account a password is for. Hidden by the attribute: fields of the type `hidden` are not
 * looked at by all of them.
 */
export function AccountName({ email }: { readonly email: string }) {
  return (
    <input name="username" type="email" autocomplete="username" value={email} readOnly hidden />
  )
}
