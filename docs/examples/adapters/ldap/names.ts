/** A distinguished name below another one. */
export function below(parent: string, attribute: string, value: string): string {
  return `${attribute}=${escapedValue(value)},${parent}`
}

/** A value in a distinguished name (RFC 4514, section 2.4): bytes in hexadecimal, but for plain letters and digits. */
function escapedValue(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9]/gu, (sign) =>
    Array.from(Buffer.from(sign), (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}
