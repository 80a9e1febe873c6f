declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** As far as we use it: the package has no types. */
  // biome-ignore lint/style/noDefaultExport: it’s what the package exports.
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
