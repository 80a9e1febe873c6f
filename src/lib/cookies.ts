/**
 * A cookie's name where it's set. Over https, browsers then take it only from this very host, so that no other host
 * of the domain can slip somebody one of its own (`__Host-` in RFC 6265bis).
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
