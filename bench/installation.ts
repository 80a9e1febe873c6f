import { tmpdir } from "node:os";
import type { Installation } from "#src/platform/installation.ts";

/** What the environment says to parts of the product that run without the rest: nothing. */
export const installation: Installation = {
  version: "0",
  dataFolder: tmpdir(),
  migrationsFolder: "",
  secrets: ["bench"],
  config: {
    PORT: 0,
    HOST: "127.0.0.1",
    DATABASE_URL: "",
    ROLES: [],
    PUBLIC_URL: "",
    SECRET: "",
    SMTP_URL: "",
    GOOGLE_CLIENT_ID: "",
    STRIPE_SECRET_KEY: "",
    DNS_SERVERS: "",
    TRUSTED_PROXIES: "",
    BACKUP_FOLDER: "",
    BACKUP_PASSPHRASE: "",
    MEDIA_STORAGE: "database",
    S3_ENDPOINT: "",
    S3_BUCKET: "",
    S3_REGION: "",
    S3_ACCESS_KEY_ID: "",
    S3_SECRET_ACCESS_KEY: "",
    misspelled: [],
  },
};
