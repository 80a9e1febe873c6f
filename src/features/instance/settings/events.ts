import { eventList } from "#src/lib/event-list.ts";

export const settingEvents = eventList("other");

/** The founder changed how the instance works. The subject is the setting's name. */
export const settingChanged = settingEvents.add("setting.changed", {
  sentence: "Changed a setting of the instance",
});
