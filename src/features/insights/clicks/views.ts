import type { IncomingMessage } from "node:http";
import { withRecordTimeout } from "./record-timeout.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { utmKey } from "./rules.ts";
import type { ProfileTarget } from "./target-cache.ts";
import { isPrefetch, parseReferrer, parseVisitor } from "./visitor-facts.ts";

/** Counts a view of a page that redirects before anyone sees it. Never fails. */
export async function countView(
  intake: RecorderDeps,
  request: IncomingMessage,
  profile: ProfileTarget,
): Promise<void> {
  if (request.method !== "GET" || isPrefetch(request)) return;
  await withRecordTimeout(record(intake, request, profile), intake.platform.log);
}

async function record(intake: RecorderDeps, request: IncomingMessage, profile: ProfileTarget): Promise<void> {
  if ((await intake.findOwnAccounts(request)).has(profile.user_id)) return;
  const address = intake.clientAddress(request);
  const visitor = parseVisitor(request, intake.platform.geo.lookup(address));
  const name = await intake.visitors.hash({
    address,
    profile_id: profile.profile_id,
    user_agent: visitor.user_agent,
  });
  const referrer = parseReferrer(request, request.headers.referer);
  const { profile_id, user_id } = profile;
  await intake.recorder.recordView({
    id: intake.platform.newId(),
    profile_id,
    user_id,
    session_id: name,
    visitor: name,
    referrer,
    utm: utmKey(request.url?.split("?").slice(1).join("?")),
    ...visitor,
    ...intake.budget.spend({ address, profile_id, client: visitor.client }),
  });
}
