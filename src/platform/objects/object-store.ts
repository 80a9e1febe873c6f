import { createHash, randomUUID } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { noteFailure, noteSuccess } from "../observe/doors.ts";
import { type LookUp, SafeFetch, SafeFetchFailure } from "../outbound/safe-fetch.ts";

const MILLISECONDS_MAX = 10_000;
/** Covers the answers that aren't objects. */
const ANSWER_BYTES_MAX = 64 * 1024;

export interface ObjectConfig {
  MEDIA_STORAGE: "s3" | "database";
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

interface Options {
  lookUp?: LookUp | undefined;
  milliseconds?: number | undefined;
}

/** Its message is a sentence for the log. */
export class ObjectStoreFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ObjectStoreFailure";
  }
}

interface Asked {
  method: "GET" | "PUT" | "DELETE";
  key: string;
  content?: Uint8Array;
  headers?: Record<string, string>;
  bytesMax?: number;
}

/** The bucket of the environment's settings. Its host is the operator's choice, so it may be in their network. */
export class ObjectStore {
  /** False if it's only here to get out of it what it has. */
  readonly takesNew: boolean;
  readonly #config: ObjectConfig;
  readonly #outbound: SafeFetch;
  readonly #milliseconds: number;

  constructor(config: ObjectConfig, { lookUp, milliseconds = MILLISECONDS_MAX }: Options = {}) {
    this.takesNew = config.MEDIA_STORAGE === "s3";
    this.#config = config;
    this.#outbound = new SafeFetch({ allow: "private,loopback", lookUp });
    this.#milliseconds = milliseconds;
  }

  /** All methods throw an `ObjectStoreFailure`. */
  async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
    const headers = { "content-type": contentType };
    const { status, body, etag } = await this.#ask({ method: "PUT", key, content, headers });
    // Other web servers may answer anything with 200, too.
    if (status !== 200 || !etag) throw this.#refused(status, body);
  }

  /** Returns an object of this size, or undefined if there is none. */
  async get(key: string, bytes: number): Promise<Uint8Array | undefined> {
    const { status, body } = await this.#ask({
      method: "GET",
      key,
      bytesMax: Math.max(bytes + 1, ANSWER_BYTES_MAX),
    });
    if (status === 404 && codeOf(body) !== "NoSuchBucket") return undefined;
    if (status !== 200) throw this.#refused(status, body);
    if (body.length !== bytes)
      throw new ObjectStoreFailure(`S3_ENDPOINT answers with ${body.length} bytes instead of ${bytes}.`);
    return body;
  }

  /** Deletes an object if it's there. */
  async delete(key: string): Promise<void> {
    const { status, body } = await this.#ask({ method: "DELETE", key });
    const isGone = status === 404 && codeOf(body) !== "NoSuchBucket";
    if (!isGone && status !== 200 && status !== 204) throw this.#refused(status, body);
  }

  /** Finds out if the settings work. */
  async check(): Promise<void> {
    const key = `check/${randomUUID()}`;
    const content = new TextEncoder().encode("Fanfare checks its settings.");
    await this.put(key, content, "text/plain");
    const isKept = await this.get(key, content.length);
    await this.delete(key);
    if (!isKept) throw new ObjectStoreFailure("S3_ENDPOINT doesn’t keep what it’s given.");
  }

  async #ask({ method, key, content, headers = {}, bytesMax = ANSWER_BYTES_MAX }: Asked) {
    const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = this.#config;
    const signed = await new AwsV4Signer({
      method,
      url: `${S3_ENDPOINT}/${S3_BUCKET}/${key}`,
      // Some storage refuses bodies that aren't signed.
      headers: { ...headers, "x-amz-content-sha256": sha256(content ?? "") },
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      service: "s3",
      region: S3_REGION,
    }).sign();
    try {
      const answer = await this.#outbound.request(method, signed.url.href, {
        headers: Object.fromEntries(signed.headers as Headers),
        ...(content && { body: content }),
        bytesKept: bytesMax,
        milliseconds: this.#milliseconds,
      });
      // Nothing but S3 finds a key missing; other refusals are noted with their reason.
      if (answer.status < 300 || answer.status === 404) noteSuccess("s3");
      return { status: answer.status, body: answer.body, etag: answer.headers.etag };
    } catch (error) {
      noteFailure("s3", this.#unreached(error));
      throw new ObjectStoreFailure(this.#unreached(error), error);
    }
  }

  #unreached(error: unknown): string {
    const isSlow = error instanceof SafeFetchFailure && error.problem === "too_slow";
    if (isSlow) return `S3_ENDPOINT hasn’t answered within ${this.#milliseconds / 1000} seconds.`;
    return "S3_ENDPOINT can’t be reached.";
  }

  #refused(status: number, body: Uint8Array): ObjectStoreFailure {
    const refusal = this.#refusal(status, body);
    noteFailure("s3", refusal.message);
    return refusal;
  }

  #refusal(status: number, body: Uint8Array): ObjectStoreFailure {
    const code = codeOf(body);
    const { S3_BUCKET } = this.#config;
    const said = code ? `${status} ${code}` : String(status);
    if (code === "NoSuchBucket") return new ObjectStoreFailure(`S3_ENDPOINT has no bucket ${S3_BUCKET}.`);
    if (code === "RequestTimeTooSkewed")
      return new ObjectStoreFailure("S3_ENDPOINT says that this machine’s clock is wrong.");
    if (code === "AuthorizationHeaderMalformed" || [301, 307, 308].includes(status))
      return new ObjectStoreFailure(`The bucket isn’t at S3_ENDPOINT in S3_REGION (${said}).`);
    if (status === 401 || status === 403)
      return new ObjectStoreFailure(
        `S3_ENDPOINT refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or doesn’t let them do this (${said}).`,
      );
    return new ObjectStoreFailure(`S3_ENDPOINT doesn’t answer like S3 (${said}).`);
  }
}

/** Returns undefined without settings. */
export function openObjects(config: ObjectConfig, options: Options): ObjectStore | undefined {
  return config.S3_ENDPOINT === "" ? undefined : new ObjectStore(config, options);
}

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The error's code in the XML of an answer, such as `NoSuchKey`. */
function codeOf(body: Uint8Array): string | undefined {
  const [, rest = ""] = new TextDecoder().decode(body.subarray(0, 2000)).split("<Code>");
  const [code = ""] = rest.split("</Code>");
  return /^\w{1,60}$/.test(code) ? code : undefined;
}
