/* E-mails to staff about requests for help. */
import { isStaffFor, rolesInCharge } from "#src/features/identity/team/rules.ts";
import { SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { Failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { staffMail } from "./mails.ts";
import { STAFF_MAILS_PER_HOUR } from "./rules.ts";
import { findPerson, findRequest, listStaffAddresses } from "./store.ts";

const MAILS: Limit = { name: "help.staff-mail", attempts: STAFF_MAILS_PER_HOUR, seconds: 3600 };

interface Happened {
  id: string;
  subject: string;
}

/** E-mails those in charge and the support address about a new request. */
export async function tellStaffOfRequest(platform: Platform, { subject: id }: Happened): Promise<void> {
  const row = await findRequest(platform.db, id);
  if (row?.state !== "open") return;
  const staff = await listStaffAddresses(platform.db, rolesInCharge("help"));
  const receivers = new Set(
    [...staff, platform.settings.get(SUPPORT_ADDRESS)].map((one) => one.toLowerCase()),
  );
  receivers.delete("");
  if (receivers.size === 0 || !(await isWithinLimit(platform))) return;
  for (const to of receivers)
    await enqueueMail(platform, { mail: staffMail, to, data: { id, to, is_new: true }, once: `${id} ${to}` });
}

/** E-mails whoever has the request that the person wrote again. Everyone else in charge sees it behind their bell. */
export async function tellAssigneeOfReply(platform: Platform, event: Happened): Promise<void> {
  const row = await findRequest(platform.db, event.subject);
  if (row?.state !== "open" || row.assignee_id === null) return;
  const person = await findPerson(platform.db, row.assignee_id);
  if (!person || person.banned || !isStaffFor(person.role ?? "user", "help")) return;
  const { email: to } = person;
  const data = { id: row.id, to, is_new: false };
  await enqueueMail(platform, { mail: staffMail, to, data, once: event.id });
}

function isWithinLimit({ limits }: Platform): Promise<boolean> {
  return limits.count(MAILS, INSTANCE).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
}
