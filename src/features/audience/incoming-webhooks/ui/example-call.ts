import type { NewIncomingWebhook } from "#src/features/audience/incoming-webhooks/contract.ts";

/** A body with values at these paths, as far as they’re those of objects. */
function exampleBody(paths: readonly [string, string][]): object {
  const body: Record<string, unknown> = {};
  for (const [path, value] of paths) {
    if (path === "") continue;
    const names = path.split(".");
    let place = body;
    for (const name of names.slice(0, -1)) {
      const inner = Object.hasOwn(place, name) && typeof place[name] === "object" ? place[name] : {};
      place[name] = inner;
      place = inner as Record<string, unknown>;
    }
    place[names.at(-1) ?? ""] = value;
  }
  return body;
}

/** A command that sends what the webhook expects. */
export function exampleCall({ url, email_path, name_path, id_path, is_signed }: NewIncomingWebhook): string {
  const body = JSON.stringify(
    exampleBody([
      [email_path, "fan@example.com"],
      [name_path, "Ada"],
      [id_path, "1001"],
    ]),
  ).replaceAll("'", "\\u0027");
  if (!is_signed) return `curl ${url} \\\n  --json '${body}'`;
  return [
    `BODY='${body}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | cut -d' ' -f2)`,
    `curl ${url} \\\n  -H "X-Signature: sha256=$SIGNATURE" \\\n  --json "$BODY"`,
  ].join("\n");
}
