/** Verifies that a webhook's request is from us. The API's page shows it, and a test runs it. */
export const WEBHOOK_EXAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

// "body" is the request's body as it came, before anything parses it.
export function isSigned(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(id + "." + timestamp + "." + body).digest();
  return headers["webhook-signature"].split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === signature.length && timingSafeEqual(given, signature);
  });
}`;
