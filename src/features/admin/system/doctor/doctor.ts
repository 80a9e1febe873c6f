/*
 * The self-check: what it takes for an instance to run well, one sentence each. `npm run doctor` and the System screen
 * ask the same questions. Nothing is changed, and no e-mail is sent.
 */
import { MAIL_FROM } from "#src/platform/mail/mail.ts";
import { ageHours, isBackupLate } from "../backups/backup-rules.ts";
import { findLastBackup } from "../backups/backups.ts";
import { checkDatabase, checkHoles, checkMigrations } from "./database-checks.ts";
import { type Check, isWeakSecret, ok, unsure, wrong } from "./doctor-rules.ts";
import { checkDisk, checkFolder, checkNode, checkPort } from "./machine-checks.ts";
import { checkCertificate, checkClock, checkDns, checkHeaders, checkMail } from "./network-checks.ts";
import type { Patient } from "./patient.ts";

export type { Check, Patient };

/** Everything, also what takes as long as another host does. */
export async function examine(patient: Patient): Promise<Check[]> {
  return [
    ...(await examineQuickly(patient)),
    ...(await Promise.all([
      checkPort(patient),
      checkDns(patient),
      checkCertificate(patient),
      checkHeaders(patient),
      checkMail(patient),
      checkClock(patient),
    ])),
  ];
}

/** What's known at once. */
export async function examineQuickly(patient: Patient): Promise<Check[]> {
  return [
    checkConfiguration(patient),
    checkNode(),
    checkFolder(patient),
    await checkDisk(patient),
    await checkDatabase(patient),
    await checkMigrations(patient),
    await checkHoles(patient),
    checkSecret(patient),
    checkUrl(patient),
    checkSender(patient),
    checkSignUps(patient),
    await checkBackup(patient),
  ];
}

function checkConfiguration({ misspelled }: Patient): Check {
  const [typo] = misspelled;
  if (typo)
    return wrong(
      "configuration",
      `${typo.name} isn’t a setting.`,
      `If you meant ${typo.meant}, correct its name.`,
    );
  return ok("configuration", "All settings in the environment are valid.");
}

function checkSecret({ config: { SECRET, DATABASE_URL } }: Patient): Check {
  if (SECRET === "" && DATABASE_URL !== "")
    return unsure(
      "secret",
      "The secret that seals passwords is in the database, next to what it seals.",
      "Set SECRET on every node, as docs/operations/running.md says.",
    );
  if (SECRET !== "" && isWeakSecret(SECRET))
    return wrong(
      "secret",
      "SECRET is easy to guess: it repeats a few characters.",
      "Replace it with the output of “openssl rand -base64 48”, as docs/operations/running.md says.",
    );
  return ok("secret", "The secret that signs sessions and seals passwords is strong.");
}

function checkUrl({ config: { PUBLIC_URL, TRUSTED_PROXIES } }: Patient): Check {
  if (PUBLIC_URL === "")
    return unsure(
      "url",
      "PUBLIC_URL isn’t set, so links in e-mail lead to this machine only.",
      "Set PUBLIC_URL to the URL that people open.",
    );
  if (PUBLIC_URL.startsWith("http:"))
    return wrong(
      "url",
      "PUBLIC_URL isn’t https, so passwords cross the network in the open.",
      "Put a proxy with a certificate in front, and set PUBLIC_URL to its https URL.",
    );
  if (TRUSTED_PROXIES.trim() === "none")
    return wrong(
      "url",
      "PUBLIC_URL is https, but no proxy is trusted, so all visitors count as one.",
      "Set TRUSTED_PROXIES to the proxy’s address.",
    );
  return ok("url", "PUBLIC_URL is https.");
}

function checkSender({ sender, config: { SMTP_URL } }: Patient): Check {
  if (sender === MAIL_FROM.default)
    return (SMTP_URL === "" ? unsure : wrong)(
      "sender",
      "The instance’s e-mail comes from a made-up address, so inboxes refuse it or call it spam.",
      "Set the sender’s address to one of your own domain.",
    );
  return ok("sender", "The instance’s e-mail comes from an address of your own.");
}

/** Without e-mail, nobody shows that an address is theirs. */
function checkSignUps({ takesSignUps, config: { SMTP_URL, PUBLIC_URL } }: Patient): Check {
  if (!takesSignUps) return ok("sign_ups", "Only people who are invited to a team can make an account.");
  if (SMTP_URL === "" && PUBLIC_URL !== "")
    return unsure(
      "sign_ups",
      "Everyone can make an account, and nobody has to show that an address is theirs, because no e-mail is sent.",
      "Set up e-mail, or let only invited people sign up.",
    );
  return ok("sign_ups", "Everyone can make an account.");
}

async function checkBackup({ db, hasNightlyBackups, now }: Patient): Promise<Check> {
  if (!db) return unsure("backup", "Without the database, nobody knows when the last backup was made.");
  const last = await findLastBackup(db).catch(() => undefined);
  if (!last?.ended_at)
    return wrong(
      "backup",
      "There’s no backup.",
      "Make one with “npm run backup”, and set BACKUP_FOLDER to another disk.",
    );
  const hours = Math.floor(ageHours(last.ended_at, now()));
  if (last.verdict !== "")
    return wrong(
      "backup",
      "The last backup couldn’t be restored on trial.",
      "Make another one, and check it.",
    );
  if (isBackupLate({ endedAt: last.ended_at, isNightly: hasNightlyBackups, now: now() }))
    return wrong(
      "backup",
      `The last backup is ${hours} hours old.`,
      "Make one now, or let it be made every night.",
    );
  return ok(
    "backup",
    hours === 0
      ? "The last backup was made less than an hour ago."
      : `The last backup is ${hours} hours old.`,
  );
}
