import type { Translate } from "#src/lib/translate.ts";

/** An event's payload. */
type Payload = Readonly<Record<string, unknown>>;
/** Numbers and dates are written as readers of a locale write them. */
type Sentence = string | ((payload: Payload, locale: string) => string);

const listed = (value: unknown) =>
  Array.isArray(value) ? value.map((field) => String(field).replaceAll("_", " ")).join(", ") : "";
const fieldsOf = (what: string) => (payload: Payload) => {
  const fields = listed(payload.fields);
  return fields === "" ? `Changed ${what}` : `Changed ${what}: ${fields}`;
};
const roleName = (role: string) => (role === "billing" ? "billing manager" : role);
const asRole = (role: unknown) => (typeof role === "string" ? ` as ${roleName(role)}` : "");
const isDay = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));
const day = (value: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));
const number = (value: unknown, locale: string, otherwise: string) =>
  typeof value === "number" ? value.toLocaleString(locale) : otherwise;

const unitsOf = (units: unknown, locale: string) =>
  typeof units === "number" ? `: ${units.toLocaleString(locale)} ${units === 1 ? "unit" : "units"}` : "";

const MAILBOX_STATES: Readonly<Record<string, string>> = {
  unverified: "waiting to be tested",
  active: "ready to send",
  throttled: "waiting, because its server asked us to slow down",
  paused_by_reputation: "paused, because too much came back or was reported",
  auth_failed: "stopped, because its server refuses our sign-in",
  disabled: "off",
};
const mailboxState = ({ to }: Payload) =>
  `Changed a sending account’s state: ${MAILBOX_STATES[String(to)] ?? "another one"}`;
const countOf = (ids: unknown, locale: string) =>
  Array.isArray(ids) ? ids.length.toLocaleString(locale) : "several";
/** By the state that a campaign went to. */
const CAMPAIGN_MOVES: Readonly<Record<string, string>> = {
  draft: "Took a campaign back to a draft",
  scheduled: "Scheduled a campaign",
  missed: "Held back a campaign that was too late",
  preparing: "Started a campaign",
  sending: "Resumed a campaign",
  paused: "Paused a campaign",
  auto_paused: "Paused a campaign because too much went wrong",
  sent: "Finished sending a campaign",
  canceled: "Canceled a campaign",
  failed: "Failed to start a campaign",
};

/** By the state that a series of campaigns went to. */
const SERIES_MOVES: Readonly<Record<string, string>> = {
  active: "Resumed a series of campaigns",
  paused: "Paused a series of campaigns",
  ended: "Ended a series of campaigns",
};

const named = (name: unknown) => (typeof name === "string" ? `“${name}”` : "a file");

/** What the activity log says about each event: what someone did, starting with the verb. */
export const SENTENCES: Readonly<Record<string, Sentence>> = {
  "account.created": "Created the account",
  "account.updated": fieldsOf("their account"),
  "account.email_confirmed": "Confirmed the e-mail address",
  "account.password_changed": "Changed the password",
  "account.signed_in": ({ is_new_device }) =>
    is_new_device === true ? "Signed in on a new device" : "Signed in",
  "account.sessions_ended": "Signed out other devices",
  "account.secured": "Said a sign-in wasn’t theirs, which ended every session",
  "account.email_change_requested": "Asked to change the e-mail address",
  "account.email_change_canceled": "Canceled the e-mail address change",
  "account.email_changed": "Changed the e-mail address",
  "account.signed_out": "Signed out",
  "account.two_factor_enabled": "Turned on two-step sign-in",
  "account.two_factor_disabled": "Turned off two-step sign-in",
  "account.recovery_codes_replaced": "Replaced the recovery codes",
  "account.recovery_code_used": ({ left }) =>
    `Used a recovery code${typeof left === "number" ? `; ${left} left` : ""}`,
  "account.passkey_added": "Added a passkey",
  "account.passkey_renamed": "Renamed a passkey",
  "account.passkey_removed": "Removed a passkey",
  "account.google_connected": "Connected Google",
  "account.google_disconnected": "Disconnected Google",
  "account.deletion_requested": ({ due_at }, locale) =>
    `Asked for the account to be deleted${isDay(due_at) ? ` on ${day(due_at, locale)}` : ""}`,
  "account.deletion_canceled": "Kept the account after all",
  "account.exported": "Exported the account’s data",
  "account.imported": "Imported data from an export",
  "account.erased": "Deleted an account for good",
  "account.banned": ({ until }, locale) =>
    isDay(until) ? `Suspended the account until ${day(until, locale)}` : "Suspended the account",
  "account.ban_lifted": "Lifted the suspension of the account",
  "domain.added": "Added a domain",
  "domain.verified": "Proved that a domain is theirs",
  "domain.activated": "Saw a domain go live",
  "domain.dangling": "Noticed that a domain no longer leads to its page",
  "domain.failed": "Stopped looking for a domain’s records after 30 days",
  "domain.lost": "Lost a domain to an account that proved it’s theirs",
  "domain.removed": "Removed a domain",
  "billing.subscribed": ({ units }, locale) => `Bought premium${unitsOf(units, locale)}`,
  "billing.units_changed": ({ from, to }, locale) =>
    typeof from === "number" && typeof to === "number"
      ? `Changed premium from ${from.toLocaleString(locale)} to ${to.toLocaleString(locale)} units`
      : "Changed the units of premium",
  "billing.end_scheduled": ({ at }, locale) =>
    `Canceled premium${isDay(at) ? `; it ends on ${day(at, locale)}` : ""}`,
  "billing.kept": "Kept premium after all",
  "billing.paused": ({ from, until }, locale) =>
    `Paused premium${isDay(from) && isDay(until) ? ` from ${day(from, locale)} to ${day(until, locale)}` : ""}`,
  "billing.unpaused": "Ended the pause of premium",
  "billing.payment_failed": "Failed to charge the card for premium",
  "billing.payment_recovered": "Charged the card for premium after all",
  "billing.ended": "Ended premium",
  "billing.premium_changed": ({ units }, locale) =>
    units === 0
      ? "Went back to the free plan’s limits"
      : `Gave the account premium’s limits${unitsOf(units, locale)}`,
  "billing.paid_twice": "Paid for premium in two tabs, so the second payment goes back",
  "billing.leaving_answered": ({ outcome }) =>
    outcome === "stayed"
      ? "Took an offer instead of canceling premium"
      : "Turned down an offer to keep premium",
  "billing.branding_changed": ({ is_removed }) =>
    is_removed === true ? "Took “Powered by” off the pages" : "Put “Powered by” back on the pages",
  "campaign.created": "Added a campaign",
  "campaign.updated": fieldsOf("a campaign"),
  "campaign.moved": ({ to }) => CAMPAIGN_MOVES[String(to)] ?? "Changed a campaign’s state",
  "campaign.halted": "Paused a campaign because too much went wrong",
  "campaign.missed": "Noticed that a campaign missed its time",
  "campaign.late": "Noticed that part of a campaign missed its time",
  "campaign.late_decided": ({ action }) =>
    action === "send" ? "Sent a campaign to those it was late for" : "Left out those a campaign was late for",
  "campaign.retried": ({ count }, locale) =>
    `Tried ${number(count, locale, "some")} of a campaign’s e-mails again`,
  "campaign.approval_asked": "Asked for approval of a campaign",
  "campaign.approved": "Approved a campaign",
  "campaign.review_asked": "Sent a new account’s first campaign",
  "campaign.reviewed": ({ review }) =>
    review === "stopped"
      ? "Stopped an account over its first campaign"
      : "Marked an account’s first campaign as fine",
  "sending.rules_changed": ({ approval_above, late_minutes }, locale) => {
    if (typeof approval_above === "number")
      return `Required approval for campaigns to more than ${approval_above.toLocaleString(locale)} people`;
    return late_minutes === undefined
      ? "Let campaigns go out without approval"
      : "Changed how late campaigns still go out";
  },
  "campaign.deleted": "Deleted a campaign",
  "sending.capped": "Changed how many e-mails one fan may get",
  "campaign.repeated": ({ every }) =>
    typeof every === "string" ? `Set up a campaign for every ${every}` : "Set up a campaign that repeats",
  "campaign.series_changed": ({ state }) => SERIES_MOVES[String(state)] ?? "Changed a series of campaigns",
  "coupon.created": ({ code }) => `Created a coupon${typeof code === "string" ? `: ${code}` : ""}`,
  "coupon.ended": ({ code }) => `Ended a coupon${typeof code === "string" ? `: ${code}` : ""}`,
  "coupon.redeemed": ({ code }) => `Used a coupon${typeof code === "string" ? `: ${code}` : ""}`,
  "handover.offered": "Offered the account to a team member",
  "handover.revoked": "Took back the offer of the account",
  "handover.declined": "Declined to take over the account",
  "handover.accepted": "Took over the account",
  "job.canceled": "Canceled a background job",
  "job.tried_again": "Tried a failed background job again",
  "job.discarded": "Deleted a failed background job",
  "key.created": ({ scopes }) => `Created an API key for ${listed(scopes) || "nothing yet"}`,
  "key.renamed": "Renamed an API key",
  "key.rotated": "Replaced an API key",
  "key.revoked": "Deleted an API key",
  "contact.created": "Added a lead",
  "contact.updated": fieldsOf("a lead"),
  "contact.deleted": "Deleted a lead",
  "contact.merged": "Merged two leads",
  "contact.split": "Undid a merge of two leads",
  "contacts.change_begun": ({ count, action }, locale) =>
    `Started to ${action === "delete" ? "delete" : action === "place" ? "move" : "tag"} ${number(count, locale, "many")} leads`,
  "contacts.deleted": ({ ids }, locale) => `Deleted ${countOf(ids, locale)} leads`,
  "contacts.tagged": ({ ids, action }, locale) =>
    `${action === "remove" ? "Took a tag off" : "Added a tag to"} ${countOf(ids, locale)} leads`,
  "contacts.placed": ({ ids }, locale) => `Moved ${countOf(ids, locale)} leads in the pipeline`,
  "contacts.restored": "Undid a change of many leads",
  "contacts.erased": ({ ids }, locale) => `Deleted ${countOf(ids, locale)} leads for good`,
  "contacts.fields_changed": "Changed the fields of leads",
  "contacts.topics_changed": "Changed the topics of your e-mail",
  "contacts.pipeline_changed": "Changed the pipeline",
  "contact.task_due": "Reminded someone of a task",
  "contact.suppression_lifted": ({ note }) =>
    `Allowed e-mail to an address again${typeof note === "string" ? `: “${note}”` : ""}`,
  "contact.unsubscribed": "Stopped getting e-mail",
  "contact.asked": "Asked for a copy of what you know about them",
  "contact.confirmed": "Confirmed their sign-up",
  "contact.resubscribed": "Asked for e-mail again",
  "contact.replied": "Replied to an e-mail",
  "contact.answered": "Answered a lead’s reply",
  "contact.suppressed": ({ reason }) =>
    `Stopped e-mail to an address${typeof reason === "string" ? `: ${reason.replaceAll("_", " ")}` : ""}`,
  "contacts.suppressed": ({ count }, locale) => `Stopped e-mail to ${number(count, locale, "0")} addresses`,
  "import.begun": ({ file_name }) => `Uploaded ${named(file_name)} to import leads`,
  "import.mapped": ({ file_name }) =>
    `Matched the columns of ${named(file_name)}, and said what its people agreed to`,
  "import.started": ({ file_name }) => `Started importing ${named(file_name)}`,
  "import.paused": ({ file_name }) => `Paused importing ${named(file_name)}`,
  "import.cancelled": ({ file_name }) => `Canceled importing ${named(file_name)}`,
  "import.undone": ({ file_name }) => `Undid importing ${named(file_name)}`,
  "import.done": ({ file_name, added, updated }, locale) =>
    `Finished importing ${named(file_name)}: ${number(added, locale, "0")} added, ${number(updated, locale, "0")} updated`,
  "lead.captured": "Signed up on a page",
  "lead.returned": "Filled out a page’s form again",
  "leads.imported": ({ count }, locale) => `Imported ${number(count, locale, "several")} leads`,
  "link.created": "Added a link",
  "link.updated": fieldsOf("a link"),
  "link.deleted": "Deleted a link",
  "link.restored": "Restored a link",
  "link.duplicated": "Duplicated a link",
  "links.reordered": "Changed the order of the links",
  "media.uploaded": ({ purpose }) =>
    `Uploaded a picture for ${purpose === "avatar" ? "a profile" : purpose === "icon" ? "a link" : "a background"}`,
  "member.invited": ({ role }) => `Invited someone to the team${asRole(role)}`,
  "member.invitation_revoked": "Revoked an invitation to the team",
  "member.invitation_declined": "Declined an invitation to the team",
  "member.joined": ({ role }) => `Joined the team${asRole(role)}`,
  "member.role_changed": ({ to }) =>
    `Changed a team member’s role${typeof to === "string" ? `: ${roleName(to)}` : ""}`,
  "member.profiles_changed": ({ to }) =>
    Array.isArray(to)
      ? "Limited a team member to some profiles"
      : "Gave a team member access to all profiles",
  "member.left": "Left the team",
  "member.removed": "Removed someone from the team",
  "page.reported": "Reported a page",
  "page.reports_closed": "Marked a page’s reports as handled",
  "profile.created": "Created a profile",
  "profile.duplicated": "Duplicated a profile",
  "profile.updated": fieldsOf("a profile"),
  "profile.renamed": ({ from, to }) =>
    typeof from === "string" ? `Changed a username from ${from} to ${to}` : "Changed a username",
  "profile.status_changed": ({ status }) =>
    status === "active" ? "Activated a profile" : "Deactivated a profile",
  "profile.deleted": "Moved a profile to the trash",
  "profile.restored": "Restored a profile from the trash",
  "profile.purged": "Deleted a profile forever after 30 days in the trash",
  "referral.code_changed": "Changed the referral link",
  "referral.attached": "Signed up with someone’s referral link",
  "referral.approved": "Approved a flagged referral",
  "referral.rejected": "Rejected a flagged referral",
  "referral.rewarded": ({ side }) =>
    side === "referrer"
      ? "Earned profile slots by referring someone"
      : "Earned profile slots by signing up with a referral link",
  "sending.alarmed": ({ why }) =>
    why === "complaints"
      ? "Noticed that fans report e-mail as spam"
      : "Noticed that e-mail is refused as spam",
  "sending.stopped": ({ is_stopped }) =>
    is_stopped === false ? "Allowed all sending again" : "Stopped all sending",
  "setting.changed": "Changed a setting of the instance",
  "inbox.saved": "Changed where replies are read",
  "inbox.removed": "Stopped reading replies",
  "mail_hook.saved": "Set up a provider’s webhook for a sending account",
  "mail_hook.removed": "Removed a provider’s webhook from a sending account",
  "order.reported": "Reported what a fan bought",
  "mailbox.created": "Added a sending account",
  "mailbox.updated": fieldsOf("a sending account"),
  "mailbox.proven": "Proved that a sending account’s address is theirs",
  "mailbox.state_changed": mailboxState,
  "mailbox.dns_lost": "Noticed that records of a sender’s domain aren’t right anymore",
  "mailbox.deleted": "Deleted a sending account",
  "template.created": "Added an e-mail template",
  "template.updated": fieldsOf("an e-mail template"),
  "template.duplicated": "Copied an e-mail template",
  "template.deleted": "Deleted an e-mail template",
  "snippet.created": "Added a snippet",
  "snippet.deleted": "Deleted a snippet",
  "sender.changed": "Changed who e-mail is from",
  "webhook.created": "Added a webhook",
  "webhook.updated": fieldsOf("a webhook"),
  "webhook.secret_rotated": "Replaced a webhook’s secret",
  "webhook.deleted": "Deleted a webhook",
  "webhook.disabled": "Turned off a webhook, because nothing got through",
};

/** What happened, in words. */
export function sentenceFor(event: string, payload: unknown, locale: string): string {
  const sentence = Object.hasOwn(SENTENCES, event) ? SENTENCES[event] : undefined;
  if (sentence === undefined) return event;
  return typeof sentence === "string" ? sentence : sentence((payload ?? {}) as Payload, locale);
}

/** The events whose sentence, as the reader sees it, contains these words, without the details of a single case. */
export function eventsMatching(words: string, say: Translate): string[] {
  const wanted = words.toLowerCase();
  return Object.keys(SENTENCES).filter((event) =>
    say(sentenceFor(event, {}, "en"))
      .toLowerCase()
      .includes(wanted),
  );
}
