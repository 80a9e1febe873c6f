import type * as z from "zod";
import { oneLine, type Touch } from "#src/features/audience/contacts/rules.ts";
import { visitorHasherOf } from "#src/features/insights/clicks/clicks.ts";
import { cut } from "#src/features/insights/clicks/rules.ts";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { inAppBrowserOf } from "#src/features/pages/in-app-browsers/rules.ts";
import { resolveDestination } from "#src/features/pages/links/page/destination.ts";
import { isId } from "#src/lib/endpoint.ts";
import { firstLanguageIn } from "#src/lib/language.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import type { insertLeadSchema } from "./contract.ts";
import { findOpenedLink } from "./store.ts";

const UTM_CHARS_MAX = 100;
const UTM = ["source", "medium", "campaign", "term", "content"];

/** The known facts about the way to the form besides the referring site. */
export type TouchDetails = Pick<Touch, "utm" | "app" | "link" | "variant" | "device" | "language">;

/** A visitor's way to the form besides the referring site: the app, the page's query, and the page's link. */
export async function touchOf(
  visit: VisitorCtx,
  { p_query, p_link_id }: Pick<z.output<typeof insertLeadSchema>, "p_query" | "p_link_id">,
  profileId: string,
): Promise<TouchDetails> {
  const utm = utmOf(p_query ?? "");
  const app = inAppBrowserOf(visit.request.userAgent)?.label;
  const link = p_link_id && isId(p_link_id) ? await openedLink(visit, { profileId, id: p_link_id }) : {};
  const { device_type: device } = parseUserAgent(visit.request.userAgent);
  const language = firstLanguageIn(visit.request.acceptLanguage);
  return {
    ...(Object.keys(utm).length > 0 && { utm }),
    ...(app && { app }),
    ...link,
    ...(device !== "unknown" && { device }),
    ...(language && { language }),
  };
}

/** Returns the link's title, and the visitor's variant of its A/B test. */
async function openedLink(
  visit: VisitorCtx,
  { profileId, id }: { profileId: string; id: string },
): Promise<Pick<Touch, "link" | "variant">> {
  const link = await findOpenedLink(visit.db, { profileId, id });
  if (!link) return {};
  const { address, userAgent } = visit.request;
  const who = { address, user_agent: cut(userAgent), profile_id: profileId };
  // They opened it, so their location didn't block them.
  const { variant } = resolveDestination(link, {
    place: null,
    name: await visitorHasherOf(visit).hashOrRandom(who),
  });
  return { link: link.title, ...(variant !== null && { variant }) };
}

function utmOf(query: string): Record<string, string> {
  const asked = new URLSearchParams(query);
  const given = UTM.map((name) => [name, oneLine(asked.get(`utm_${name}`) ?? "", UTM_CHARS_MAX)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}
