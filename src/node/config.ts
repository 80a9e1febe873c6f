import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { PAGES_URL } from "#src/features/pages/domains/settings.ts";
import { parseNetworks } from "#src/lib/cidr.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { PATHS, STRIPE_PATH } from "#src/lib/paths.ts";
import { serversIn } from "#src/platform/dns/dns.ts";
import { HALF_SET, isHalfSet, OBJECT_SETTINGS } from "#src/platform/objects/object-settings.ts";
import { openPush } from "#src/platform/push/push.ts";
import { instanceSettings } from "./slices.ts";

const ROLES = ["web", "worker"] as const;

const port = z
  .string()
  .regex(/^\d+$/, "It must be a number.")
  .transform(Number)
  .refine((value) => value <= 65_535, "It must be a port number from 0 to 65535.");

const webAddress = z
  .string()
  .refine(
    (value) => value === "" || /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "It must be a URL such as https://example.com.",
  )
  .transform((value) => value.replace(/(?<!\/)\/+$/, ""));

const networkList = z.string().superRefine((value, context) => {
  try {
    parseNetworks(value);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

/** The command in `docs/operations/configuration.md` for new keys. It needs no installation. */
export const MAKE_KEYS = `node -p 'k=crypto.createECDH("prime256v1"),k.generateKeys(),"VAPID_PUBLIC_KEY="+k.getPublicKey("base64url")+"\\nVAPID_PRIVATE_KEY="+k.getPrivateKey("base64url")'`;

/** Used in `SECRET_OLD` in place of a lost secret. */
export const SECRET_LOST = "lost";

/**
 * Settings that only the environment can have: their names, defaults, and descriptions. The documentation is
 * generated from this and from the slices' settings, which the founder can also change at
 * `/admin/settings`.
 */
export const SETTINGS = {
  PORT: {
    default: "3000",
    about: "The port to listen on; 0 picks a free one. `--port` overrides it.",
    schema: port,
  },
  HOST: {
    default: "0.0.0.0",
    about:
      "The IP address to listen on. `0.0.0.0` is all of them; `127.0.0.1` keeps other devices out. `--host` overrides it.",
    schema: z.string().min(1, "It must be an IP address such as 127.0.0.1."),
  },
  DATA_DIR: {
    default: "data",
    about: "The folder for the embedded database and kept e-mail. `--data` overrides it.",
    schema: z.string().min(1, "It must be a folder."),
  },
  DATABASE_URL: {
    default: "",
    about:
      "A PostgreSQL server (16 or newer), such as `postgres://user:password@host/database`. Empty: the embedded database in the data folder.",
    schema: z.string().regex(/^$|^postgres(ql)?:\/\//, "It must begin with postgres://."),
  },
  ROLES: {
    default: "web,worker",
    about:
      "What this process does: `web` answers requests, `worker` runs background jobs. `--roles` overrides it.",
    schema: z
      .string()
      .transform((value) => value.split(",").map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, "It can only be web, worker, or both.")).min(1)),
  },
  PUBLIC_URL: {
    default: "",
    about:
      "The URL people open, such as `https://links.example.com`. Links in e-mails start with it. Empty: `http://localhost:PORT`.",
    schema: webAddress,
  },
  SECRET: {
    default: "",
    about:
      "At least 32 characters that sign sessions and seal passwords, the same on every node. Empty: one is generated, and kept in the file `secret` of the data folder, or with `DATABASE_URL` in the database.",
    schema: z.string().regex(/^$|^.{32,}$/, "It must have at least 32 characters."),
  },
  SECRET_OLD: {
    default: "",
    about:
      "What `SECRET` was before, the last one first, separated by commas. What was sealed with them is sealed anew, and links in old e-mail go on working for as long as they’re here. `lost` starts without what nobody can open anymore.",
    schema: z
      .string()
      .transform((value) => value.split(",").flatMap((secret) => secret.trim() || []))
      .refine(
        (secrets) => secrets.every((secret) => secret.length >= 32 || secret === SECRET_LOST),
        "It must have at least 32 characters each.",
      ),
  },
  SMTP_URL: {
    default: "",
    about: `The mail server, such as \`smtps://user:password@mail.example.com\`. Empty: e-mail is kept in the data folder, and the founder reads it at \`${PATHS.adminEmail}\`.`,
    schema: z.string().regex(/^$|^smtps?:\/\//, "It must begin with smtp:// or smtps://."),
  },
  GOOGLE_CLIENT_ID: {
    default: "",
    about: `With \`GOOGLE_CLIENT_SECRET\`, lets people sign in with Google and send through Gmail: the ID of an OAuth client of the type “Web application”, whose redirect URIs are \`PUBLIC_URL\` followed by \`${PATHS.authCallback}\` and by \`${PATHS.gmailCallback}\`. Gmail takes the scopes \`gmail.send\` and, for those who want replies read, \`gmail.readonly\`: Google has to verify an app before strangers may give it these. Empty: no button signs in with Google, and choosing “Gmail, by signing in at Google” for a sending account says what to set here. Gmail with an app password works without it.`,
    schema: z.string().trim(),
  },
  GOOGLE_CLIENT_SECRET: {
    default: "",
    about: "The secret of that OAuth client.",
    schema: z.string().trim(),
  },
  STRIPE_SECRET_KEY: {
    default: "",
    about:
      "With `STRIPE_WEBHOOK_SECRET`, lets people pay for premium through Stripe: a secret key of your Stripe account. Empty: a sandbox, in which no money moves.",
    schema: z.string().trim(),
  },
  STRIPE_WEBHOOK_SECRET: {
    default: "",
    about: `The signing secret of the webhook in your Stripe account. It sends to \`PUBLIC_URL\` followed by \`${STRIPE_PATH}\`: all events of customers, subscriptions, invoices, and checkout.`,
    schema: z.string().trim(),
  },
  STRIPE_API_URL: {
    default: "https://api.stripe.com",
    about: "Where Stripe’s API is. Only tests need another one.",
    schema: webAddress,
  },
  VAPID_PUBLIC_KEY: {
    default: "",
    about: `With \`VAPID_PRIVATE_KEY\`, lets people get notifications on their devices while the dashboard is closed: a P-256 key pair in base64url. \`${MAKE_KEYS}\` prints a pair; if you change it, people turn it on again. Push services are given the support address, or without one \`PUBLIC_URL\`. Empty: no such choice.`,
    schema: z.string().trim(),
  },
  VAPID_PRIVATE_KEY: {
    default: "",
    about: "The secret key of that pair.",
    schema: z.string().trim(),
  },
  CDN_URL: {
    default: "",
    about:
      "A content delivery network in front of this instance, such as `https://cdn.example.com`. Pages load uploaded pictures from it, and from here if it fails. Empty: none.",
    schema: webAddress.refine((value) => !value.startsWith("http:"), "It must begin with https://."),
  },
  TRUSTED_PROXIES: {
    default: "loopback",
    about:
      "Proxies whose `X-Forwarded-For` header is trusted: IP addresses and networks, or `loopback`, `private`, `cloudflare`, `none`, separated by commas. All that a request passes through has to be in it: behind Cloudflare and a proxy on this machine, `loopback,cloudflare`.",
    schema: networkList,
  },
  OUTBOUND_ALLOW: {
    default: "none",
    about:
      "Private networks that requests for owners may reach besides the public internet, such as `192.168.1.0/24`: IP addresses and networks, or `loopback`, `private`, `none`, separated by commas. It governs everything whose host someone else names: pictures and web pages that are copied, webhooks, mail servers and inboxes of sending accounts, providers’ webhooks, push services, owners’ domains and their name servers. While anything is allowed, their URLs may also begin with `http://`. It doesn’t govern `SMTP_URL`, `DATABASE_URL`, `S3_ENDPOINT`, `DNS_SERVERS`, Google and Stripe.",
    schema: networkList,
  },
  DNS_SERVERS: {
    default: "",
    about:
      "DNS servers to ask about owners’ domains instead of this machine’s, such as `10.0.0.53`: IP addresses, with a port if it isn’t 53, separated by commas.",
    schema: z.string().superRefine((value, context) => {
      try {
        serversIn(value);
      } catch {
        context.addIssue("It must be IP addresses such as 10.0.0.53 or 127.0.0.1:5353.");
      }
    }),
  },
  ...OBJECT_SETTINGS,
  BACKUP_FOLDER: {
    default: "",
    about:
      "Where backups go, best on another disk. Empty: the folder `backups` in the data folder. On several nodes, one that they share.",
    schema: z.string(),
  },
  BACKUP_PASSPHRASE: {
    default: "",
    about:
      "At least 12 characters that encrypt backups, and open those made with them. Keep it elsewhere, too: without it, nobody can restore them. Empty: anyone who gets a backup can read it, except for what `SECRET` seals.",
    schema: z.string().regex(/^$|^.{12,}$/, "It must have at least 12 characters."),
  },
  LOG_LEVEL: {
    default: "info",
    about: "`debug`, `info`, `warn`, `error` or `silent`.",
    schema: z.enum(
      ["debug", "info", "warn", "error", "silent"],
      "It must be debug, info, warn, error or silent.",
    ),
  },
  PAGE_CACHE_MB: {
    default: "128",
    about: "How much memory rendered pages may use. 0 turns the cache off.",
    schema: z.string().regex(/^\d+$/, "It must be a number.").transform(Number),
  },
  SERVICE_WORKER: {
    default: "on",
    about:
      "`on`: browsers keep visited pages for when they're offline. `off`: the next visit removes the worker and everything it kept.",
    schema: z.enum(["on", "off"], "It must be on or off."),
  },
} as const;

/** Settings that may hold a password: their value is never repeated on the screen. */
const SECRETS = new Set([
  "SECRET",
  "SECRET_OLD",
  "DATABASE_URL",
  "SMTP_URL",
  "GOOGLE_CLIENT_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "VAPID_PRIVATE_KEY",
  "S3_ENDPOINT",
  "S3_SECRET_ACCESS_KEY",
  "BACKUP_PASSPHRASE",
]);

const PAIRS = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
] as const;

type Settings = typeof SETTINGS;
export type Config = { [K in keyof Settings]: z.output<Settings[K]["schema"]> } & {
  /** The environment's values for the instance's settings, by setting name. */
  fixed: Record<string, string>;
  /** Names in the environment that are most likely ours with a typo. */
  misspelled: { name: string; meant: string }[];
};

export type Environment = Record<string, string | undefined>;

/**
 * Parses all settings. `options` (the command line) override the environment. Every invalid one is reported
 * at once.
 */
export function parseConfig(environment: Environment, options: Environment = {}): Config {
  const config: Record<string, unknown> = {};
  const wrong: string[] = [];
  const refuse = (name: string, value: string, error: z.ZodError) => {
    const found = SECRETS.has(name) ? `${name} is wrong.` : `${name} is "${value}".`;
    wrong.push(`${found} ${error.issues[0]?.message ?? ""}`.trim());
  };
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = options[name] ?? environment[name] ?? setting.default;
    const result = setting.schema.safeParse(value);
    if (result.success) config[name] = result.data;
    else refuse(name, value, result.error);
  }
  const fixed: Record<string, string> = {};
  for (const { name, variable, schema } of instanceSettings) {
    const value = options[variable] ?? environment[variable];
    if (!value) continue;
    const result = schema.safeParse(value);
    if (result.success) fixed[name] = value;
    else refuse(variable, value, result.error);
  }
  const pagesUrl = fixed[PAGES_URL.name];
  if (pagesUrl && hostOf(pagesUrl) === hostOf(config.PUBLIC_URL)) {
    wrong.push("PAGES_URL needs a different host than PUBLIC_URL.");
  }
  for (const [one, other] of PAIRS) {
    if (!config[one] !== !config[other]) wrong.push(`${one} and ${other} go together: set both or neither.`);
  }
  if (isHalfSet(config)) wrong.push(HALF_SET);
  if (!isKeyPair(config)) {
    wrong.push(
      "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set a pair that was made at once, or neither.",
    );
  }
  if (wrong.length > 0) throw new StartRefusal(`Some settings need fixing:\n  ${wrong.join("\n  ")}`);
  return { ...config, fixed, misspelled: findMisspelled(environment) } as Config;
}

/** Other programs have short names that are as close to ours. */
const TYPO_CHARS_MIN = 7;

function findMisspelled(environment: Environment): Config["misspelled"] {
  const ours = [...Object.keys(SETTINGS), ...instanceSettings.map(({ variable }) => variable)];
  const unset = ours.filter((name) => name.length >= TYPO_CHARS_MIN && !environment[name]);
  const known = unset.map((meant) => ({ meant, typos: new Set(oneLess(meant)) }));
  return Object.keys(environment).flatMap((name) => {
    if (name.length < TYPO_CHARS_MIN || ours.includes(name)) return [];
    const variants = oneLess(name);
    const found = known.find(({ typos }) => variants.some((one) => typos.has(one)));
    return found ? { name, meant: found.meant } : [];
  });
}

/** A name and its variants without one of its letters. Names with a common variant are a typo apart. */
function oneLess(name: string): string[] {
  const letters = name.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return [letters, ...Array.from(letters, (_, at) => letters.slice(0, at) + letters.slice(at + 1))];
}

function isKeyPair({ VAPID_PUBLIC_KEY = "", VAPID_PRIVATE_KEY = "" }: Record<string, unknown>): boolean {
  try {
    openPush({ VAPID_PUBLIC_KEY: String(VAPID_PUBLIC_KEY), VAPID_PRIVATE_KEY: String(VAPID_PRIVATE_KEY) });
    return true;
  } catch {
    return false;
  }
}

function hostOf(url: unknown): string | undefined {
  return typeof url === "string" ? URL.parse(url)?.host : undefined;
}

/** Reads the process's environment, with an `.env` file as the fallback. */
export function readEnvironment(folder: string): Environment {
  const file = resolve(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}
