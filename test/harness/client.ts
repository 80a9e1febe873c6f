import { randomUUID } from "node:crypto";
import { COOKIES, isListed } from "#src/features/public/legal/built-in/browser-storage-list.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what a body is; it does not trust a type for it
  body: any;
}

/** A person with a browser's cookies, signed in or not. */
export class Client {
  /** Whether each POST has an `Idempotency-Key` of its own, so that a whole run shows that it changes nothing. */
  static sendsKeys = false;
  readonly url: string;
  id = "";
  email = "";
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A call below /api/v1. `body` is sent as JSON, or unchanged if it's a string. */
  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, `/api/v1${path}`, body);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...(Client.sendsKeys && method === "POST" && !new Headers(headers).has("idempotency-key")
          ? { "idempotency-key": randomUUID() }
          : {}),
        ...headers,
      },
      body:
        body === undefined || typeof body === "string" || body instanceof FormData
          ? (body as BodyInit)
          : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const equals = pair.indexOf("=");
      const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
      if (value && !isListed(COOKIES, name)) throw new Error(`The Cookie Policy doesn't list ${name}.`);
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }
}

/**
 * Ends a response whose body doesn't matter. Read to its end, its connection serves the next request, but a
 * stream goes on for as long as someone listens.
 */
export async function leave({ headers, body }: Response): Promise<void> {
  if (headers.get("content-type")?.startsWith("text/event-stream")) await body?.cancel();
  else for await (const _ of body ?? []);
}
