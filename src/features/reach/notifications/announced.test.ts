// @project server-postgres
import { expect, it } from "vitest";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "./notification-types.ts";
import "#src/node/slices.ts";

it("every notification is about an event that a slice announces", () => {
  const announced = NOTIFICATION_TYPE_NAMES.map((name) => NOTIFICATION_TYPES[name].announced.name);
  expect(announced.filter((name) => !declaredEvents().has(name))).toEqual([]);
});
