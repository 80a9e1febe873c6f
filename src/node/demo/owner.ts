/**
 * Owns the three creators and, as the first account, is the founder. Printed on every start, so it's no
 * secret.
 */
export const DEMO_OWNER = { name: "Robin Demo", email: "demo@example.com", password: "fanfare-demo" };

/** The request facts for fans, who never sent a request. */
export const NOBODY = { address: "", userAgent: "", host: "", signals: { gpc: false, dnt: false } };
