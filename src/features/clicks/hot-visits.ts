import type { IncomingMessage } from "node:http";
import { isLookingAhead, readReferrer, readVisitor } from "./hot-answers.ts";
import type { Hot } from "./hot-beacons.ts";
import type { ProfileTarget } from "./targets.ts";

/** A visitor is not kept longer than this, whatever the database does; the view is stored when it can be. */
const RECORD_WAIT_MS_MAX = 2000;

/** Counts a view of a page that leads on before anybody sees it. Never fails: nobody is stranded by our counting. */
export async function countView(hot: Hot, request: IncomingMessage, profile: ProfileTarget): Promise<void> {
  if (request.method !== "GET" || isLookingAhead(request)) return;
  const { log } = hot.platform;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, RECORD_WAIT_MS_MAX);
  });
  const recorded = record(hot, request, profile).catch((error: unknown) =>
    log.error({ err: error }, "a view could not be recorded"),
  );
  await Promise.race([recorded, patience]);
  clearTimeout(timer);
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
  });
}
