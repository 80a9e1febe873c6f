/* A report as e-mail: in its reader's language, and in the formats of their region. */
import * as z from "zod";
import { isClosed } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { listMemberships } from "#src/features/identity/team/team.ts";
import { listProfileNames } from "#src/features/pages/profiles/profiles.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { countryName } from "#src/lib/country-name.ts";
import { isLanguage, LANGUAGES } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import type { Translate } from "#src/lib/translate.ts";
import type { Platform } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import type { Email, MailType, Unneeded } from "#src/platform/mail/mail-types.ts";
import type { ComparedKey } from "./compared-keys.ts";
import { getReport, type ReportFigures, type ReportMetric } from "./report-figures.ts";
import { dayBefore, type Recurring, reportedDays } from "./report-rules.ts";
import { findSubscription, type SubscriptionKey } from "./report-store.ts";
import { reportsOffLink } from "./reports-off-link.ts";

const reportData = z.object({
  person: z.string(),
  account: z.string(),
  cadence: z.enum(["weekly", "monthly"]),
  /** The day on which it was due. */
  due: z.string(),
  zone: z.string(),
  /** Set if they asked for this one. */
  is_asked: z.boolean().optional(),
});
export type ReportData = z.output<typeof reportData>;

export const reportMail: MailType<ReportData> = {
  template: "analytics.report",
  label: "Report with an account’s figures",
  data: reportData,
};

export async function reportEmail(platform: Platform, data: ReportData): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const { person: id, account, cadence } = data;
  const person = await findPerson(db, id);
  const profileIds = await listReportedPages(platform, { person: id, account });
  if (!person || !profileIds || (await isClosed(db, account)))
    return { unneeded: "They couldn’t see the account’s figures anymore." };
  const choice = data.is_asked ? undefined : await findSubscription(db, { person: id, account });
  if (!data.is_asked && choice?.cadence !== cadence)
    return { unneeded: "They had turned these reports off by then." };
  const language = isLanguage(person.language) ? person.language : LANGUAGES[0];
  const reader = { say: await translatorFor(language), locale: localeFor(person) };
  const written = await writeReport(platform, { ...data, profileIds }, reader);
  if (!written) return { unneeded: "Nothing was counted, so there was nothing to report." };
  const owner = id === account ? undefined : await findPerson(db, account);
  const whose = owner ? [`These are the figures of ${bidiIsolate(owner.name)}’s account.`] : [];
  return {
    to: person.email,
    language,
    ...written,
    lines: [...whose, ...written.lines],
    action: {
      label: "Open analytics",
      url: `${instance.publicUrl}${inAccount(PATHS.analytics, account)}`,
    },
    footer: `You got this e-mail because you turned on reports on ${settings.get(INSTANCE_NAME)}.`,
    unsubscribe: reportsOffLink(platform, { person: id, account }),
  };
}

/** The pages that somebody may see the figures of; undefined if they may see none at all. */
export async function listReportedPages(
  { db }: Pick<Platform, "db">,
  { person, account }: SubscriptionKey,
): Promise<string[] | undefined> {
  const pages = (await listProfileNames(db, account)).map(({ id }) => id);
  if (person === account) return pages;
  const place = (await listMemberships(db, person)).find((one) => one.account === account);
  if (!place || grantOf(place.role, "analytics.see") === undefined) return undefined;
  return pages.filter((id) => place.profile_ids === null || place.profile_ids.includes(id));
}

export interface ReportReader {
  say: Translate;
  locale: string;
}

interface Reported extends Pick<ReportData, "cadence" | "due" | "zone"> {
  profileIds: readonly string[];
}

/** Returns undefined if there's nothing to report. */
export async function writeReport(
  { db }: Pick<Platform, "db">,
  { cadence, due, zone, profileIds }: Reported,
  reader: ReportReader,
): Promise<Required<Pick<Email, "subject" | "preview" | "lines" | "details">> | undefined> {
  const days = reportedDays(cadence, due);
  const figures = await getReport(db, { profileIds, zone: isTimeZone(zone) ? zone : "UTC", days });
  if (!figures) return undefined;
  const count = (n: number) => n.toLocaleString(reader.locale);
  const day = dayFormat(reader.locale);
  const [first, last] = [day(days.first), day(dayBefore(days.end))];
  const { views, clicks } = figures.totals;
  return {
    subject: cadence === "weekly" ? "Your week in figures" : "Your month in figures",
    preview: `Views: ${count(views)}. Clicks: ${count(clicks)}.`,
    lines: [reader.say(spanOf(cadence, first, last))],
    details: detailsOf(figures, reader),
  };
}

function spanOf(cadence: Recurring, first: string, last: string): string {
  return cadence === "weekly"
    ? `${first} to ${last}, compared with the week before.`
    : `${first} to ${last}, compared with the month before.`;
}

function dayFormat(locale: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00Z`));
}

/** Values are in the reader's language already: what's ours in them, and what people typed, are mixed. */
function detailsOf(figures: ReportFigures, reader: ReportReader): NonNullable<Email["details"]> {
  const listed = (rows: readonly ComparedKey[]) =>
    rows.map((row) => `${nameOf(row, reader)} (${row.now.toLocaleString(reader.locale)})`).join(", ");
  const moved = figures.movers.map((row) => moveOf(row, reader)).join("; ");
  const details = [
    { label: "Views", value: changeOf(figures, "views", reader) },
    { label: "Unique visitors", value: changeOf(figures, "visitors", reader) },
    { label: "Clicks", value: changeOf(figures, "clicks", reader) },
    { label: "Top links", value: listed(figures.links) },
    { label: "Where people came from", value: listed(figures.sources) },
    { label: "Countries", value: listed(figures.countries) },
    { label: "What changed most", value: moved },
  ];
  return details.filter(({ value }) => value !== "");
}

function changeOf(
  { totals, previous, verdicts }: ReportFigures,
  metric: ReportMetric,
  { say, locale }: ReportReader,
): string {
  const [now, before] = [totals[metric], previous[metric]];
  const [n, was] = [now.toLocaleString(locale), before.toLocaleString(locale)];
  if (now === before) return say(`${n}, as many as before`);
  if (before === 0) return say(`${n}, none before`);
  const share = Math.abs(now / before - 1).toLocaleString(locale, {
    style: "percent",
    maximumFractionDigits: 0,
  });
  if (verdicts[metric] !== "real")
    return say(
      now > before
        ? `${n}, up ${share} from ${was}: may be chance`
        : `${n}, down ${share} from ${was}: may be chance`,
    );
  return say(now > before ? `${n}, up ${share} from ${was}` : `${n}, down ${share} from ${was}`);
}

function moveOf(row: ComparedKey, reader: ReportReader): string {
  const name = nameOf(row, reader);
  const [now, before] = [row.now, row.before].map((n) => n.toLocaleString(reader.locale));
  return reader.say(
    row.now > row.before ? `${name}: up from ${before} to ${now}` : `${name}: down from ${before} to ${now}`,
  );
}

function nameOf({ kind, name }: ComparedKey, { say, locale }: ReportReader): string {
  if (kind === "country" && name !== "") return countryName(name, locale);
  if (name !== "") return bidiIsolate(name);
  return say(kind === "link" ? "Deleted link" : kind === "source" ? "Direct or unknown" : "Unknown");
}
