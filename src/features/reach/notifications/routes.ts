import { routes } from "#src/platform/http/api.ts";
import { notificationsContract } from "./contract.ts";
import { listNotifications, readNotifications, streamNotifications } from "./notifications.ts";

export const notificationRoutes = routes(notificationsContract, {
  list: listNotifications,
  read: readNotifications,
  stream: streamNotifications,
});
