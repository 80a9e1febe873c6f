import type { Secrets } from "./crypto/vault.ts";
import type { ObjectConfig } from "./objects/object-store.ts";

/** The environment's settings that backups and the self-check look at. */
export interface InstallationConfig extends ObjectConfig {
  PORT: number;
  HOST: string;
  DATABASE_URL: string;
  ROLES: readonly string[];
  PUBLIC_URL: string;
  SECRET: string;
  SMTP_URL: string;
  GOOGLE_CLIENT_ID: string;
  STRIPE_SECRET_KEY: string;
  DNS_SERVERS: string;
  TRUSTED_PROXIES: string;
  BACKUP_FOLDER: string;
  BACKUP_PASSPHRASE: string;
  /** Names in the environment that are most likely ours with a typo. */
  misspelled: readonly { name: string; meant: string }[];
}

/** How this process is installed. */
export interface Installation {
  /** Of Fanfare, as in `package.json`. */
  version: string;
  /** Absolute. */
  dataFolder: string;
  /** Absolute. */
  migrationsFolder: string;
  config: InstallationConfig;
  secrets: Secrets;
}
