/* The dashboard shows these texts. */

/** `unsure` is for what couldn't be found out, and for choices that are fine on some instances. */
export const CHECK_VERDICTS = ["ok", "unsure", "wrong"] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** What the self-check looks at, in the order in which it's told. */
export const CHECK_LABELS = {
  configuration: "Configuration",
  node: "Node.js",
  holes: "Known holes",
  folder: "Data folder",
  disk: "Disk",
  port: "Port",
  database: "Database",
  migrations: "Migrations",
  secret: "Secret",
  url: "Public URL",
  dns: "DNS",
  certificate: "Certificate",
  headers: "Headers",
  mail: "E-mail",
  sender: "Sender",
  sign_ups: "Sign-ups",
  clock: "Clock",
  backup: "Backup",
} as const;
export type CheckName = keyof typeof CHECK_LABELS;

export interface Check {
  name: CheckName;
  verdict: CheckVerdict;
  /** What was found. */
  said: string;
  /** What to do. Empty if there's nothing. */
  advice: string;
}

export const ok = (name: CheckName, said: string): Check => ({ name, verdict: "ok", said, advice: "" });
export const unsure = (name: CheckName, said: string, advice = ""): Check => ({
  name,
  verdict: "unsure",
  said,
  advice,
});
export const wrong = (name: CheckName, said: string, advice: string): Check => ({
  name,
  verdict: "wrong",
  said,
  advice,
});

const GIGABYTE = 1e9;
/** Below both, a disk fills up sooner than people look at it again. */
const FREE_BYTES_MIN = 2 * GIGABYTE;
const FREE_SHARE_MIN = 0.05;

export function isDiskShort({ free, total }: { free: number; total: number }): boolean {
  return free < FREE_BYTES_MIN || (free < FREE_SHARE_MIN * total && free < 10 * FREE_BYTES_MIN);
}

export function gigabytes(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(bytes < 10 * GIGABYTE ? 1 : 0)} GB`;
}

const SECRET_CHARS_MIN = 32;
const DIFFERENT_CHARS_MIN = 12;

/** Something typed by hand, such as a word repeated, is easier to guess than it's long. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < SECRET_CHARS_MIN || new Set(secret).size < DIFFERENT_CHARS_MIN;
}

/** More makes codes for two-step sign-in and signatures fail. */
export const CLOCK_SECONDS_MAX = 20;
export const CERTIFICATE_DAYS_MIN = 10;
export const POSTGRES_MIN = 16;
