import * as z from "zod";

/** The environment's settings for pictures outside of the database, next to the others in `node/config.ts`. */
export const OBJECT_SETTINGS = {
  MEDIA_STORAGE: {
    default: "s3",
    about:
      "Where pictures are kept once `S3_ENDPOINT` is set: `s3`, or `database`. After a change, a job moves them within minutes, while everything runs; the log says how many are left. Keep the `S3_…` settings until none are.",
    schema: z.enum(["s3", "database"], "It must be s3 or database."),
  },
  S3_ENDPOINT: {
    default: "",
    about:
      "With `S3_BUCKET`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`, keeps pictures in S3-compatible storage instead of the database: the URL of its API, such as `https://s3.eu-central-1.amazonaws.com`, which may be in a private network. Visitors get pictures from here as before, so the bucket stays private. Empty: pictures are in the database.",
    schema: z
      .string()
      .refine(
        (value) => value === "" || isPlainUrl(value),
        "It must be a URL such as https://s3.example.com, without a password.",
      )
      .transform((value) => value.replace(/(?<!\/)\/+$/, "")),
  },
  S3_BUCKET: {
    default: "",
    about:
      "The bucket, in which pictures are objects under `media/`. It has to exist, and every instance needs its own.",
    schema: z.string().regex(/^$|^[\w.-]+$/, "It must be the name of a bucket."),
  },
  S3_REGION: {
    default: "us-east-1",
    about: "The bucket’s region. Storage without regions takes any.",
    schema: z.string().regex(/^[\w-]+$/, "It must be a region such as us-east-1."),
  },
  S3_ACCESS_KEY_ID: {
    default: "",
    about: "The ID of a key that may list the bucket, and put, get and delete its objects.",
    schema: z.string().trim(),
  },
  S3_SECRET_ACCESS_KEY: {
    default: "",
    about: "That key’s secret.",
    schema: z.string().trim(),
  },
} as const;

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === "";
}

const TOGETHER = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

export const HALF_SET = `${TOGETHER.join(", ").replace(/, (?=\w+$)/, " and ")} go together: set all or none.`;

/** True if some are set, but not all that it takes. */
export function isHalfSet(config: Record<string, unknown>): boolean {
  const set = TOGETHER.filter((name) => config[name]);
  return set.length > 0 && set.length < TOGETHER.length;
}
