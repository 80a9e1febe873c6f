import type { IncomingMessage } from "node:http";
import { isLookingAhead, readReferrer, readVisitor } from "./hot-answers.ts";
import type { Hot } from "./hot-beacons.ts";
import { patiently } from "./patience.ts";
import type { ProfileTarget } from "./targets.ts";

/** Counts a view of a page that leads on before anybody sees it. Never fails. */
export async function countView(hot: Hot, request: IncomingMessage, profile: ProfileTarget): Promise<void> {
  if (request.method !== "GET" || isLookingAhead(request)) return;
  await patiently(record(hot, request, profile), hot.platform.log);
}

async function record(hot: Hot, request: IncomingMessage, profile: ProfileTarget): Promise<void> {
  const address = hot.clientAddress(request);
  const visitor = readVisitor(request, hot.platform.geo.lookup(address));
  const name = await hot.visitors.nameOf({
    address,
    profile_id: profile.profile_id,
    user_agent: visitor.user_agent,
  });
  const referrer = readReferrer(request, request.headers.referer);
  const { profile_id, user_id } = profile;
  await hot.recorder.recordView({
    id: hot.platform.newId(),
    profile_id,
    user_id,
    session_id: name,
    visitor: name,
    referrer,
    ...visitor,
    is_suspected: hot.budget.isSuspected({ address, profile_id, client: visitor.client }),
  });
}
