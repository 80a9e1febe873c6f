import { routes } from "#src/platform/http/api.ts";
import { remindersContract } from "./contract.ts";
import { countReach } from "./reach.ts";
import {
  getFigures,
  listReminders,
  previewReminder,
  saveReminder,
  testReminder,
  turnReminder,
} from "./reminders.ts";

export const reminderRoutes = routes(remindersContract, {
  list: listReminders,
  save: saveReminder,
  reach: countReach,
  preview: previewReminder,
  test: testReminder,
  turn: turnReminder,
  figures: getFigures,
});
