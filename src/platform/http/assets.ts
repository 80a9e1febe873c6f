import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { acceptsEncoding } from "#src/lib/accept-encoding.ts";
import { EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { answerPart } from "./byte-ranges.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webp": "image/webp",
  ".mp4": "video/mp4",
  ".vtt": "text/vtt; charset=utf-8",
};
/** Folders whose files never change their content, only their names or the folder's. */
const KEPT = ["/assets/", EMAIL_ICONS_PATH];
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".txt", ".json", ".vtt"]);
const compress = promisify(gzip);

/** Shared by all responses, since a copy for each would stay in memory until the visitor has received it. */
type Content = Buffer<ArrayBuffer>;

interface Asset {
  path: string;
  type: string;
  immutable: boolean;
  tag?: string;
  plain?: Content;
  gzip?: Content;
  brotli?: Content;
}

/** Serves the built files in `folder` by request path. */
export class Assets {
  readonly #assets = new Map<string, Asset>();
  /** Files that the build has already compressed, better than we could in the time we have here. */
  readonly #compressed = new Set<string>();

  constructor(folder: string) {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const url = path.slice(folder.length).replaceAll("\\", "/");
      if (entry.name.endsWith(".br")) this.#compressed.add(url.slice(0, -".br".length));
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || !type) continue;
      this.#assets.set(url, { path, type, immutable: KEPT.some((path) => url.startsWith(path)) });
    }
  }

  /** Returns the request path of the one built file whose name starts with `prefix`. */
  urlOf(prefix: string): string | undefined {
    return [...this.#assets.keys()].find((url) => url.startsWith(`/assets/${prefix}`));
  }

  has(path: string): boolean {
    return this.#assets.has(path);
  }

  async answer(path: string, asked: Headers): Promise<Response | undefined> {
    const asset = this.#assets.get(path);
    if (!asset) return undefined;
    asset.plain ??= readFileSync(asset.path);
    asset.tag ??= `"${hash("sha1", asset.plain, "base64url")}"`;
    const encodings = asked.get("accept-encoding");
    const headers = new Headers({
      ETag: asset.tag,
      "Content-Type": asset.type,
      "Cache-Control": asset.immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      Vary: "Accept-Encoding",
    });
    if (!COMPRESSIBLE.has(extname(asset.path))) return answerPart(asset.plain, asked, headers);
    const encoding = this.#compressed.has(path) && acceptsEncoding(encodings, "br") ? "br" : "gzip";
    if (!acceptsEncoding(encodings, encoding)) return new Response(asset.plain, { headers });
    headers.set("Content-Encoding", encoding);
    if (encoding === "br") {
      asset.brotli ??= readFileSync(`${asset.path}.br`);
      return new Response(asset.brotli, { headers });
    }
    asset.gzip ??= await compress(asset.plain);
    return new Response(asset.gzip, { headers });
  }
}
