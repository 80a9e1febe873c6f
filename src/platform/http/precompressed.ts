import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { acceptsGzip } from "#src/lib/accept-encoding.ts";

/** A text that's the same for everyone, compressed once and shared by all responses. */
export class Precompressed {
  readonly #plain: Buffer<ArrayBuffer>;
  readonly #gzip: Buffer<ArrayBuffer>;
  readonly #headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string>) {
    this.#plain = Buffer.from(text);
    this.#gzip = gzipSync(this.#plain);
    this.#headers = { ...headers, Vary: "Accept-Encoding", ETag: `"${hash("sha1", text, "base64url")}"` };
  }

  answer({ headers: asked }: Request): Response {
    const headers = this.#headers;
    if (!acceptsGzip(asked.get("accept-encoding"))) return new Response(this.#plain, { headers });
    return new Response(this.#gzip, { headers: { ...headers, "Content-Encoding": "gzip" } });
  }
}
