import { eventIterator } from "@orpc/contract";
import * as z from "zod";
import { TOPIC_NAMES } from "#src/features/identity/preferences/rules.ts";
import { idSchema, listOf, person, routesOf, sentence, storedMoment } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { NOTIFICATIONS_READ_PATH } from "#src/lib/paths.ts";
import { OPENED_ON, READ_IDS_MAX, STREAMS_PER_PERSON_MAX } from "./rules.ts";

export const STREAM_ERRORS = {
  TOO_MANY_STREAMS: {
    status: 429,
    message: `You’re listening ${STREAMS_PER_PERSON_MAX} times already. Close one of the streams first.`,
  },
} as const;

const notificationSchema = z.object({
  id: z.string(),
  topic: z.enum(TOPIC_NAMES),
  /** The type, such as `member_joined`. */
  kind: z.string(),
  text: sentence(),
  /** The number of grouped events, such as fans who signed up within an hour. */
  count: z.number(),
  /** The account that it's about: its owner's user id and name. */
  account: z.object({ id: z.string(), name: z.string() }),
  /** The related screen of the dashboard, if there is one. */
  path: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** The number of unread ones, up to 100. */
const unread = z.number();

export const readSchema = z.union(
  [
    z.strictObject({
      ids: z.array(idSchema).min(1).max(READ_IDS_MAX),
      /** Set if their subject was opened, and from where. */
      opened: z.enum(OPENED_ON).optional(),
    }),
    z.strictObject({ all: z.literal(true), until: storedMoment.optional() }),
  ],
  `Name 1 to ${READ_IDS_MAX} notifications, or all of them.`,
);

const { get, post } = routesOf("notifications");

export const notificationsContract = {
  list: person("account.see")
    .route(
      get(
        "/notifications",
        "What happened in the accounts you work in, and to yours, in the last 90 days, newest first",
      ),
    )
    .errors(LIST_ERRORS)
    .input(z.object({ cursor: z.string().max(4000).optional() }))
    .output(listOf(notificationSchema).extend({ unread })),
  read: person("account.see")
    .route(
      post(
        NOTIFICATIONS_READ_PATH,
        "Mark notifications as read: some of them, or all that had arrived `until` a time",
      ),
    )
    .input(readSchema)
    .output(z.object({ unread })),
  stream: person("account.see")
    .route(
      get(
        "/stream",
        "Server-sent events: your notifications have changed. Load them again then, and whenever you connect. After `closed`, don’t connect again: your session is over",
      ),
    )
    .errors(STREAM_ERRORS)
    .output(eventIterator(z.object({ type: z.enum(["notifications", "closed"]), at: z.string() }))),
};
