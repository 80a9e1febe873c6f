// @project server-postgres
import { expect, it } from "vitest";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import type { NotificationType } from "./notification-type.ts";
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "./notification-types.ts";
import "#src/node/slices.ts";

it("every notification that is about an event is about one that a slice announces", () => {
  const announced = NOTIFICATION_TYPE_NAMES.flatMap((name) => {
    const type: NotificationType = NOTIFICATION_TYPES[name];
    return type.announced?.name ?? [];
  });
  expect(announced.filter((name) => !declaredEvents().has(name))).toEqual([]);
});
