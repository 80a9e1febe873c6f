const YEAR_S = 365 * 24 * 3600;

/** The `Strict-Transport-Security` header for an instance with an https URL, undefined for any other. */
export function hstsOf(publicUrl: string): string | undefined {
  return publicUrl.startsWith("https:") ? `max-age=${YEAR_S}` : undefined;
}
