import type { Frame } from "#src/features/public/frame/frame.ts";
import { PATHS, UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { findUnsubscription, unsubscribe } from "./preferences.ts";
import { unsubscribeAnswers } from "./unsubscribe-http.ts";

/** The link in e-mail about a topic. */
export function preferencesHttp(app: HttpApp, parts: HttpParts & { frame: Frame }): void {
  const { ask, act } = unsubscribeAnswers(parts, {
    place: { href: PATHS.notificationSettings, name: "Your notification settings" },
    find: findUnsubscription,
    stop: unsubscribe,
  });
  app.get(`${UNSUBSCRIBE_PATH}/:token`, ask);
  app.post(`${UNSUBSCRIBE_PATH}/:token`, act);
}
