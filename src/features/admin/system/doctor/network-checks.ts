/* What others tell: name servers, the proxy in front, the mail server, and servers that know the time. */
import { lookup } from "node:dns/promises";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { createTransport } from "nodemailer";
import { PATHS } from "#src/lib/paths.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { CERTIFICATE_DAYS_MIN, type Check, CLOCK_SECONDS_MAX, ok, unsure, wrong } from "./doctor-rules.ts";
import { getDatabaseTime } from "./doctor-store.ts";
import type { Patient } from "./patient.ts";

const TIMEOUT_MS = 8_000;
const HTTPS_PORT = 443;

const hostOf = ({ config }: Patient) => URL.parse(config.PUBLIC_URL)?.hostname ?? "";

export async function checkDns(patient: Patient): Promise<Check> {
  const host = hostOf(patient);
  if (host === "") return unsure("dns", "Without PUBLIC_URL, there’s no host to look up.");
  const found = await lookup(host, { all: true }).catch(
    ({ code = "no answer" }: NodeJS.ErrnoException) => code,
  );
  if (typeof found === "string")
    return wrong(
      "dns",
      `${host} can’t be found (${found}).`,
      "Point its DNS record to this machine or its proxy.",
    );
  return ok("dns", `${host} leads to ${found.map(({ address }) => address).join(", ")}.`);
}

export async function checkCertificate(patient: Patient): Promise<Check> {
  const url = URL.parse(patient.config.PUBLIC_URL);
  if (url?.protocol !== "https:")
    return unsure("certificate", "Without an https URL, there’s no certificate to check.");
  const port = Number(url.port || HTTPS_PORT);
  const found = await certificateOf(url.hostname, port).catch((error: Error) => error);
  if (found instanceof Error)
    return wrong(
      "certificate",
      `${url.hostname} can’t be reached over TLS (${found.message}).`,
      "Look at the proxy in front of Fanfare, and whether its port is open.",
    );
  if (found.problem !== "")
    return wrong(
      "certificate",
      `Browsers don’t trust the certificate of ${url.hostname} (${found.problem}).`,
      "Have the proxy get a new one.",
    );
  const days = Math.floor((found.until.getTime() - patient.now().getTime()) / DAY_MS);
  if (days < CERTIFICATE_DAYS_MIN)
    return wrong(
      "certificate",
      `The certificate of ${url.hostname} ends in ${days} days.`,
      "Look at why the proxy hasn’t renewed it.",
    );
  return ok("certificate", `The certificate of ${url.hostname} is good for ${days} more days.`);
}

function certificateOf(host: string, port: number): Promise<{ until: Date; problem: string }> {
  return new Promise((done, fail) => {
    const options = { host, port, servername: host, rejectUnauthorized: false };
    const socket = connect(options, () => {
      const { valid_to } = socket.getPeerCertificate() as DetailedPeerCertificate;
      const problem = socket.authorized ? "" : String(socket.authorizationError);
      socket.destroy();
      done({ until: new Date(valid_to), problem });
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no answer")));
    socket.once("error", fail);
  });
}

/** What browsers need to protect people, as it arrives from outside: a proxy may take it away. */
const HEADERS = [
  { name: "strict-transport-security", label: "Strict-Transport-Security" },
  { name: "content-security-policy", label: "Content-Security-Policy" },
  { name: "x-content-type-options", label: "X-Content-Type-Options" },
  { name: "referrer-policy", label: "Referrer-Policy" },
] as const;

export async function checkHeaders({ config }: Patient): Promise<Check> {
  const url = URL.parse(config.PUBLIC_URL);
  if (url?.protocol !== "https:") return unsure("headers", "Without an https URL, there’s nothing to ask.");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // The page that no block of staff's keeps anyone from, not even this machine.
  const page = new URL(PATHS.signIn, url);
  const answer = await fetch(page, { redirect: "manual", signal }).catch(() => undefined);
  await answer?.body?.cancel();
  if (!answer)
    return unsure("headers", `${url.hostname} didn’t answer.`, "Look at DNS and the certificate first.");
  const missing = HEADERS.filter(({ name }) => !answer.headers.has(name)).map(({ label }) => label);
  if (missing.length > 0)
    return wrong(
      "headers",
      `${url.hostname} answers without ${missing.join(", ")}.`,
      "Have the proxy pass on the headers of Fanfare’s responses.",
    );
  return ok("headers", `${url.hostname} answers with the headers that protect people’s browsers.`);
}

/** Connects, begins TLS and signs in, and leaves again. */
export async function checkMail({ config: { SMTP_URL } }: Patient): Promise<Check> {
  if (SMTP_URL === "")
    return unsure("mail", "There’s no mail server, so e-mail stays in the data folder.", "Set SMTP_URL.");
  const host = URL.parse(SMTP_URL)?.hostname ?? "";
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  try {
    await transport.verify();
    return ok("mail", `The mail server ${host} takes e-mail from here.`);
  } catch (error) {
    const { code = "", responseCode } = error as { code?: string; responseCode?: number };
    const why = responseCode === undefined ? code : `${code}, ${responseCode}`;
    return wrong(
      "mail",
      `The mail server ${host} can’t be used (${why}).`,
      MAIL_ADVICE[code] ?? MAIL_ADVICE.other,
    );
  } finally {
    transport.close();
  }
}

const MAIL_ADVICE: Readonly<Record<string, string>> & { other: string } = {
  EAUTH: "Correct the user and the password in SMTP_URL.",
  EDNS: "Correct the host in SMTP_URL.",
  ETLS: "Use smtps:// where the server begins with TLS, and smtp:// where it doesn’t.",
  other: "Look at whether its host and port in SMTP_URL are right, and whether this machine may reach them.",
};

/** Only asks those whom the instance needs anyway. */
export async function checkClock({ db, config, now }: Patient): Promise<Check> {
  const times = await Promise.all([
    config.DATABASE_URL !== "" && db ? differenceTo(now, () => getDatabaseTime(db)) : undefined,
    config.S3_ENDPOINT === "" ? undefined : differenceTo(now, () => dateAt(config.S3_ENDPOINT)),
    config.STRIPE_SECRET_KEY === "" ? undefined : differenceTo(now, () => dateAt("https://api.stripe.com")),
    config.GOOGLE_CLIENT_ID === ""
      ? undefined
      : differenceTo(now, () => dateAt("https://oauth2.googleapis.com")),
  ]);
  const known = times.filter((seconds) => seconds !== undefined);
  if (known.length === 0)
    return unsure("clock", "There’s no server that this machine’s clock can be compared with.");
  const worst = known.reduce((most, seconds) => (Math.abs(seconds) > Math.abs(most) ? seconds : most));
  const seconds = Math.abs(worst);
  if (seconds > CLOCK_SECONDS_MAX)
    return wrong(
      "clock",
      worst > 0
        ? `This machine’s clock is ${seconds} seconds ahead of others.`
        : `This machine’s clock is ${seconds} seconds behind others.`,
      "Have it set by NTP, such as with “timedatectl set-ntp true”.",
    );
  return ok("clock", "This machine’s clock agrees with others.");
}

/** How many seconds this machine is ahead. Undefined if the other doesn't tell. */
async function differenceTo(now: () => Date, ask: () => Promise<Date>): Promise<number | undefined> {
  const begun = now().getTime();
  const there = await ask().catch(() => undefined);
  if (!there || Number.isNaN(there.getTime())) return undefined;
  return Math.round(((begun + now().getTime()) / 2 - there.getTime()) / 1000);
}

async function dateAt(url: string): Promise<Date> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { headers } = await fetch(url, { method: "HEAD", redirect: "manual", signal });
  return new Date(headers.get("date") ?? "");
}
