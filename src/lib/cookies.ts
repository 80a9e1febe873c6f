/**
 * Returns the name that a cookie is set under. Over https, the `__Host-` prefix (RFC 6265bis) makes browsers
 * accept it only from this exact host, so that no other host of the domain can plant one.
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
