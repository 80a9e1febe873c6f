import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

const BUCKET = "pictures";

/** An S3 server on this machine, with real signatures and files. */
export class S3Server {
  /** True for one that takes requests and never answers. */
  isHanging = false;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), "fanfare-s3-"));
    const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
    await s3.configureBuckets();
    const answer = s3.callback();
    const server = createServer((request, response) => {
      if (!here.isHanging) answer(request, response);
    });
    const here = new S3Server(server, directory);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return here;
  }

  /** The environment's settings for it. */
  get settings() {
    const { port } = this.#server.address() as AddressInfo;
    return {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
