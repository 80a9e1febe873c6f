import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { StartRefusal } from "#src/lib/errors.ts";
import { networks } from "#src/lib/networks.ts";

const ROLES = ["web", "worker"] as const;

const port = z
  .string()
  .regex(/^\d+$/, "must be a number")
  .transform(Number)
  .refine((value) => value <= 65_535, "must be a port number from 0 to 65535");

const webAddress = z
  .string()
  .refine(
    (value) => value === "" || /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "must be a URL such as https://example.com",
  )
  .transform((value) => value.replace(/\/+$/, ""));

const networkList = z.string().superRefine((value, context) => {
  try {
    networks(value);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

/** Every setting: its name in the environment, its default, and what it does. The documentation is generated from this. */
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
    schema: z.string().min(1),
  },
  DATA_DIR: {
    default: "data",
    about: "The folder for the embedded database and kept e-mail. `--data` overrides it.",
    schema: z.string().min(1),
  },
  DATABASE_URL: {
    default: "",
    about:
      "A PostgreSQL server (16 or newer), such as `postgres://user:password@host/database`. Empty: the embedded database in the data folder.",
    schema: z.string().regex(/^$|^postgres(ql)?:\/\//, "must begin with postgres://"),
  },
  ROLES: {
    default: "web,worker",
    about:
      "What this process does: `web` answers requests, `worker` runs background jobs. `--roles` overrides it.",
    schema: z
      .string()
      .transform((value) => value.split(",").map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, "can only be web, worker, or both")).min(1)),
  },
  PUBLIC_URL: {
    default: "",
    about:
      "The URL people open, such as `https://links.example.com`. Links in e-mails start with it. Empty: `http://localhost:PORT`.",
    schema: webAddress,
  },
  PAGES_URL: {
    default: "",
    about:
      "A separate URL for public pages, such as `https://links.example.net`. Nobody is signed in there, so owners’ pixels can run in every browser; the proxy has to pass the `Host` header on. Empty: pages are at `PUBLIC_URL`, and pixels don’t run in a browser that’s signed in to the dashboard.",
    schema: webAddress,
  },
  INSTANCE_NAME: {
    default: "Fanfare",
    about: "The name of this instance, as in “Powered by Fanfare”.",
    schema: z.string().min(1).max(60),
  },
  SUPPORT_ADDRESS: {
    default: "",
    about: "The e-mail address for people who need help. Empty: none is shown.",
    schema: z.string().regex(/^$|^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
  },
  PLANS: {
    default: "",
    about:
      "`off`: no limits for anybody, and no prices on the landing page. `free`: the limits of the free plan. Empty: the free plan, until the founder lifts its limits in the dashboard.",
    schema: z.enum(["", "free", "off"], "must be free or off"),
  },
  SECRET: {
    default: "",
    about:
      "At least 32 characters that sign sessions, the same on every node. Empty: one is generated and kept in the database.",
    schema: z.string().regex(/^$|^.{32,}$/, "must have at least 32 characters"),
  },
  SMTP_URL: {
    default: "",
    about:
      "The mail server, such as `smtps://user:password@mail.example.com`. Empty: e-mail is kept in the data folder, and the founder reads it at `/admin/email`.",
    schema: z.string().regex(/^$|^smtps?:\/\//, "must begin with smtp:// or smtps://"),
  },
  MAIL_FROM: {
    default: "Fanfare <fanfare@localhost>",
    about: "Who the instance's e-mail comes from.",
    schema: z.string().min(3),
  },
  GOOGLE_ANALYTICS_ID: {
    default: "",
    about:
      "A Google measurement ID such as `G-ABC123` that every public page loads in addition to its owner's, after consent where the law asks for it. Empty: none.",
    schema: z.string().regex(/^$|^G-[A-Z0-9]{1,48}$/, "must look like G-ABC123"),
  },
  DEMO_VIDEO_URL: {
    default: "",
    about: "The video that “Watch Demo” on the landing page opens. Empty: the film that comes with Fanfare.",
    schema: webAddress,
  },
  LANDING_STATS: {
    default: "promised",
    about:
      "The figures on the landing page. `promised`: 50M+ links created, 1M+ active users, 99.9% uptime. `real`: this instance's own. Or your own texts, separated by commas: `12K links created, 300 creators`.",
    schema: z.string().trim().min(1, "must be promised, real, or texts separated by commas").max(300),
  },
  CDN_URL: {
    default: "",
    about:
      "A content delivery network in front of this instance, such as `https://cdn.example.com`. Pages load uploaded pictures from it, and from here if it fails. Empty: none.",
    schema: webAddress.refine((value) => !value.startsWith("http:"), "must begin with https://"),
  },
  TRUSTED_PROXIES: {
    default: "loopback",
    about:
      "Proxies whose `X-Forwarded-For` header is trusted: IP addresses and networks, or `loopback`, `private`, `none`, separated by commas.",
    schema: networkList,
  },
  OUTBOUND_ALLOW: {
    default: "none",
    about:
      "Private networks from which pictures may be copied, such as `192.168.1.0/24`: IP addresses and networks, or `loopback`, `private`, `none`, separated by commas.",
    schema: networkList,
  },
  LOG_LEVEL: {
    default: "info",
    about: "`debug`, `info`, `warn`, `error` or `silent`.",
    schema: z.enum(
      ["debug", "info", "warn", "error", "silent"],
      "must be debug, info, warn, error or silent",
    ),
  },
  PAGE_CACHE_MB: {
    default: "128",
    about: "How much memory rendered pages may use. 0 turns the cache off.",
    schema: z.string().regex(/^\d+$/, "must be a number").transform(Number),
  },
  SERVICE_WORKER: {
    default: "on",
    about:
      "`on`: browsers keep visited pages for when they're offline. `off`: the next visit removes the worker and everything it kept.",
    schema: z.enum(["on", "off"], "must be on or off"),
  },
} as const;

/** Settings that may hold a password: their value is never repeated on the screen. */
const SECRETS = new Set(["SECRET", "DATABASE_URL", "SMTP_URL"]);

type Settings = typeof SETTINGS;
export type Config = { [K in keyof Settings]: z.output<Settings[K]["schema"]> };

export type Environment = Record<string, string | undefined>;

/** Reads all settings; `options` (the command line) come before the environment. Every wrong one is reported at once. */
export function readConfig(environment: Environment, options: Environment = {}): Config {
  const config: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = options[name] ?? environment[name] ?? setting.default;
    const result = setting.schema.safeParse(value);
    if (result.success) config[name] = result.data;
    else
      wrong.push(
        `${name} ${result.error.issues[0]?.message ?? "is wrong"}${SECRETS.has(name) ? "" : `, but is "${value}"`}.`,
      );
  }
  if (config.PAGES_URL && hostOf(config.PAGES_URL) === hostOf(config.PUBLIC_URL)) {
    wrong.push("PAGES_URL needs a different host than PUBLIC_URL.");
  }
  if (wrong.length > 0) throw new StartRefusal(`Some settings need fixing:\n  ${wrong.join("\n  ")}`);
  return config as Config;
}

function hostOf(url: unknown): string | undefined {
  return typeof url === "string" ? URL.parse(url)?.host : undefined;
}

/** The process's environment, with the settings of an `.env` file beneath it. */
export function readEnvironment(folder: string): Environment {
  const file = resolve(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}
