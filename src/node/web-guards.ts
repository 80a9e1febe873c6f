import { bodyLimit } from "hono/body-limit";
import { AUTH_ERRORS } from "#src/features/accounts/rules.ts";
import { Failure, failure } from "#src/lib/errors.ts";

/** A browser names the site that a request comes from: only our own pages may change anything with a session. */
export function refuseOtherSites(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  if (origin === null) return;
  if (URL.parse(origin)?.host !== request.headers.get("host")) throw failure(AUTH_ERRORS, "ORIGIN_REFUSED");
}

/** Refuses bodies of more than `maxSize` bytes. */
export function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new Failure("BODY_TOO_LARGE", {
        status: 413,
        message: `This is too large. At most ${Math.floor(maxSize / 1024)} KB can be sent at once.`,
      });
    },
  });
}

/** A beacon of text is read as the JSON it is: browsers send it so, of other kinds some send none at all. */
export async function readBeacon(request: Request): Promise<Request> {
  const isText = request.headers.get("content-type")?.startsWith("text/plain") ?? false;
  if (request.method !== "POST" || !isText) return request;
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: "POST", headers, body: await request.text() });
}
